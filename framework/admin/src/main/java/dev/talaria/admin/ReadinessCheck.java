package dev.talaria.admin;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A part of the runtime that has to be ready before {@code /health/ready} says so. The runtime
 * waits for {@code registry}, {@code config}, {@code deploy} and {@code mcp}. Thread-safe.
 */
@ConsumerType
public interface ReadinessCheck {
  /** Returns the part's name. */
  String part();

  /** Returns what is missing, as a sentence; empty when ready. Must answer at once. */
  Optional<String> problem();
}
