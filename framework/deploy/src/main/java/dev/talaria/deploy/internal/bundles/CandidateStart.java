package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployments;
import dev.talaria.admin.Staging;
import dev.talaria.deploy.internal.store.Content;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a new version to where it takes over: it is started, its tools and hooks are made, and its
 * names move over only if none is lost that its manifest still declares. Thread-safe.
 */
final class CandidateStart {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateStart.class);
  private static final Duration ROUND = Duration.ofMillis(20);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final ComponentStates components;
  private final Supplier<Duration> startTimeout;

  /**
   * Takes what it works with.
   *
   * @param startTimeout as configured at the moment; how long starting may take, and staging
   */
  CandidateStart(
      Lifecycle lifecycle,
      Deployments deployments,
      ComponentStates components,
      Supplier<Duration> startTimeout) {
    this.lifecycle = lifecycle;
    this.deployments = deployments;
    this.components = components;
    this.startTimeout = startTimeout;
  }

  /** Starts what is installed and resolved, and promotes it; else it is the caller's to discard. */
  void takeOver(Deployed next, Content old, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    lifecycle.launch(next, wish);
    List<String> leaving = staged(next, wish);
    wish.require();
    deployments.promote(next.deployment());
    if (!leaving.isEmpty()) {
      LOG.warn(
          "The manifest of {} no longer declares the tools {}: they left with {}",
          next.content().label(),
          leaving,
          old.version());
    }
  }

  /** Waits until nothing would be lost; returns the names that are meant to leave. */
  private List<String> staged(Deployed next, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    Duration limit = startTimeout.get();
    long deadline = System.nanoTime() + limit.toNanos();
    for (; ; ) {
      Staging staging = lifecycle.stage(next, limit, wish);
      if (!staging.problems().isEmpty()) {
        throw new BundleFailure(String.join("; ", staging.problems()));
      }
      if (staging.missing().isEmpty()) {
        return staging.leaving();
      }
      // A component that cannot come is not waited for; one that may come yet is.
      List<String> waiting = components.waitingFor(next.bundle());
      if (!waiting.isEmpty() || deadline - System.nanoTime() <= 0) {
        throw new BundleFailure(
            "the running version has "
                + staging.missing()
                + ", this one declares them and does not offer them: "
                + (waiting.isEmpty()
                    ? "no service came within " + limit.toMillis() + " ms"
                    : String.join("; ", waiting)));
      }
      wish.pause(ROUND);
      wish.require();
    }
  }
}
