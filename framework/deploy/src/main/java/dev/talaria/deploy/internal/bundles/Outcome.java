package dev.talaria.deploy.internal.bundles;

import java.util.Optional;

/** How a start or an update ended. */
public sealed interface Outcome {
  /** It runs and is the owner's current one. */
  record Running(Deployed deployed) implements Outcome {}

  /** It is installed and cannot be resolved yet. */
  record Waiting(Deployed deployed, String reason) implements Outcome {}

  /**
   * It does not run and is not installed.
   *
   * @param instead what runs instead, if anything does
   */
  record Failed(String reason, Optional<Deployed> instead) implements Outcome {}
}
