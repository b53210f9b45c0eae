package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployments;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bundles that others have taken the place of, until their last calls are back. Used by the agent's
 * thread only, except that the registry wakes the agent from any thread.
 */
public final class Retirements {
  /** Versions of one owner that may still have calls; before there are more, the oldest is cut. */
  static final int MAX_OF_ONE_OWNER = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Retirements.class);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final Runnable wake;
  private final List<Retiring> all = new ArrayList<>();

  private record Retiring(Deployed deployed, CompletableFuture<Void> back) {}

  /**
   * Creates the keeper.
   *
   * @param wake called, on any thread, when there is something to {@link #finish}
   */
  public Retirements(Lifecycle lifecycle, Deployments deployments, Runnable wake) {
    this.lifecycle = lifecycle;
    this.deployments = deployments;
    this.wake = wake;
  }

  /** Lets a bundle go whose names have moved to another. */
  void begin(Deployed old) throws InterruptedException {
    List<Retiring> ofOwner =
        all.stream()
            .filter(
                other ->
                    other.deployed().content().symbolicName().equals(old.content().symbolicName()))
            .toList();
    if (ofOwner.size() >= MAX_OF_ONE_OWNER) {
      cut(ofOwner.get(0));
    }
    CompletableFuture<Void> back = deployments.retire(old.bundle()).toCompletableFuture();
    all.add(new Retiring(old, back));
    back.whenComplete((done, never) -> wake.run());
  }

  private void cut(Retiring oldest) throws InterruptedException {
    LOG.warn(
        "{} still has calls after {} updates; they are ended now",
        oldest.deployed().content().label(),
        MAX_OF_ONE_OWNER);
    all.remove(oldest);
    lifecycle.retire(oldest.deployed());
    lifecycle.uninstall(oldest.deployed());
  }

  /** Stops and uninstalls those whose calls are back; says whether there were any. */
  public boolean finish() throws InterruptedException {
    boolean some = false;
    for (Iterator<Retiring> each = all.iterator(); each.hasNext(); ) {
      Retiring retiring = each.next();
      if (retiring.back().isDone()) {
        each.remove();
        lifecycle.putAway(retiring.deployed());
        some = true;
      }
    }
    return some;
  }

  /** Returns what is still there, the oldest first. */
  public List<Deployed> list() {
    return all.stream().map(Retiring::deployed).toList();
  }
}
