package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.ToolUnavailableException;

/** Where companions that are services are found. Thread-safe. */
public interface CompanionServices {
  /** Returns whether the service is there; answers at once. */
  boolean isOffered(Companion companion);

  /**
   * Returns whether the service may be missing only because its bundle is being updated; answers at
   * once.
   */
  boolean isAwaited(Companion companion);

  /**
   * Fetches the service, which may create it: foreign code. What is fetched is kept until it goes
   * or is released.
   *
   * @throws ToolUnavailableException if there is none
   */
  Object obtain(Companion companion) throws ToolUnavailableException;

  /** Gives back what was fetched; no tool depends on it any more. */
  void release(Companion companion);
}
