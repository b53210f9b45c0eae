package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bundles that others have taken the place of, until their last calls are back and they are gone.
 * An update begins it on its own thread, the agent's thread finishes it, the registry wakes the
 * agent from any. Thread-safe: whoever removes a bundle from the list takes it away.
 */
public final class Retirements {
  /** Versions of one owner that may still have calls; before there are more, the oldest is cut. */
  static final int MAX_OF_ONE_OWNER = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Retirements.class);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final Runnable wake;
  private final ForeignRunner runner = new ForeignRunner();
  private final List<Retiring> all = new CopyOnWriteArrayList<>();

  /** Being put away. Used by the agent's thread only. */
  private final List<Leaving> leaving = new CopyOnWriteArrayList<>();

  private record Retiring(Deployed deployed, CompletableFuture<Void> back) {}

  private record Leaving(Deployed deployed, ForeignRunner.Run run) {}

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

  /** Lets a bundle go whose names have moved to another; may take the time of a drain. */
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
    if (!all.remove(oldest)) {
      return; // Its calls have just come back.
    }
    LOG.warn(
        "{} still has calls after {} updates; they are ended now",
        oldest.deployed().content().label(),
        MAX_OF_ONE_OWNER);
    lifecycle.retire(oldest.deployed());
    lifecycle.uninstall(oldest.deployed());
  }

  /**
   * Begins to stop and uninstall those whose calls are back; says whether any is gone for good
   * since it was asked last. To be called by the agent's thread.
   */
  public boolean finish() throws InterruptedException {
    for (Retiring retiring : all) {
      if (retiring.back().isDone() && all.remove(retiring)) {
        Deployed deployed = retiring.deployed();
        leaving.add(
            new Leaving(
                deployed,
                runner.begin(
                    "talaria-deploy-leave-" + deployed.content().symbolicName(),
                    () -> lifecycle.putAway(deployed),
                    wake)));
      }
    }
    boolean gone = false;
    for (Leaving each : leaving) {
      Optional<ForeignRunner.Result> result = each.run().await(Duration.ZERO);
      if (result.isPresent()) {
        if (result.get() instanceof ForeignRunner.Result.Threw threw) {
          LOG.error("{} was not put away", each.deployed().content().label(), threw.cause());
        }
        leaving.remove(each);
        gone = true;
      }
    }
    return gone;
  }

  /** Returns what is still there, the oldest first. */
  public List<Deployed> list() {
    List<Deployed> list = new ArrayList<>();
    leaving.forEach(each -> list.add(each.deployed()));
    all.forEach(each -> list.add(each.deployed()));
    return list;
  }

  /** Lets go of what is being put away; the agent ends. */
  public void interrupt() {
    leaving.forEach(each -> each.run().interruptIfRunning());
  }
}
