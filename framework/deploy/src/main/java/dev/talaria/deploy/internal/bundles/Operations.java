package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.deploy.internal.bundles.Operation.Kind;
import dev.talaria.deploy.internal.store.Content;

/** Begins what may take long, each on a thread of its own. Used by the agent's thread only. */
public final class Operations {
  private final Lifecycle lifecycle;
  private final Updates updates;
  private final Runnable whenDone;

  /**
   * Takes what it works with.
   *
   * @param whenDone called, on any thread, when an operation has ended
   */
  public Operations(Lifecycle lifecycle, Updates updates, Runnable whenDone) {
    this.lifecycle = lifecycle;
    this.updates = updates;
    this.whenDone = whenDone;
  }

  /** Begins to replace what runs. */
  public Operation update(Deployed old, Content content, Deployment deployment) {
    return Operation.begin(
        Kind.UPDATE, content, wish -> updates.update(old, content, deployment, wish), whenDone);
  }

  /** Begins to stop and start what runs. */
  public Operation restart(Deployed deployed) {
    return Operation.begin(
        Kind.RESTART, deployed.content(), wish -> lifecycle.restart(deployed, wish), whenDone);
  }

  /** Begins to stop and uninstall what is installed. */
  public Operation remove(Deployed deployed) {
    return Operation.begin(
        Kind.REMOVAL,
        deployed.content(),
        wish -> {
          lifecycle.remove(deployed);
          return new Outcome.Removed();
        },
        whenDone);
  }
}
