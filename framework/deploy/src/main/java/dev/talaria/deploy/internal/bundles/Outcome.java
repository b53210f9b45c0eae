package dev.talaria.deploy.internal.bundles;

import java.util.Optional;

/** How a start, an update, a restart or a removal ended. */
public sealed interface Outcome {
  /** It runs and is the owner's current one. */
  record Running(Deployed deployed) implements Outcome {}

  /** It is installed and cannot be resolved yet. */
  record Waiting(Deployed deployed, String reason) implements Outcome {}

  /** It takes long to start; how it ends is asked for later. */
  record Starting(PendingStart start) implements Outcome {}

  /** It was removed as wanted. */
  record Removed() implements Outcome {}

  /**
   * Nobody wanted it any more before it was done.
   *
   * @param instead what runs, if anything does
   */
  record Withdrawn(Optional<Deployed> instead) implements Outcome {}

  /**
   * It does not run and is not installed.
   *
   * @param instead what runs instead, if anything does
   * @param late whether its start did not come back in time: the next runtime would wait for it too
   * @param unresolved whether it may come to run when other bundles come
   */
  record Failed(String reason, Optional<Deployed> instead, boolean late, boolean unresolved)
      implements Outcome {
    /** It failed with an error. */
    public Failed(String reason, Optional<Deployed> instead) {
      this(reason, instead, false, false);
    }
  }

  /** The runtime itself made a mistake; what runs is what ran before, if it still does. */
  record Broken(String reason) implements Outcome {}
}
