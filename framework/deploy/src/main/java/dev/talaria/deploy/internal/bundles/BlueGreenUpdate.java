package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.Staging;
import dev.talaria.deploy.internal.store.Content;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a running bundle by another content of the same owner, the new one beside the old one:
 * it is started, its tools and hooks are made, and only when nothing would be lost do the names
 * move over, in one transaction. Until then the old one serves as if nothing happened; whatever
 * goes wrong, it never left. Used by the agent's thread only.
 */
final class BlueGreenUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(BlueGreenUpdate.class);
  private static final Duration ROUND = Duration.ofMillis(20);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final Retirements retirements;
  private final ComponentStates components;
  private final Supplier<Duration> startTimeout;

  /**
   * Takes what it works with.
   *
   * @param startTimeout as configured at the moment; how long starting and staging may take
   */
  BlueGreenUpdate(
      Lifecycle lifecycle,
      Deployments deployments,
      Retirements retirements,
      ComponentStates components,
      Supplier<Duration> startTimeout) {
    this.lifecycle = lifecycle;
    this.deployments = deployments;
    this.retirements = retirements;
    this.components = components;
    this.startTimeout = startTimeout;
  }

  Outcome update(Deployed old, Content content, Deployment deployment) throws InterruptedException {
    Deployed next;
    try {
      next = lifecycle.install(content, deployment);
    } catch (BundleFailure e) {
      return failed(old, content, e);
    }
    List<String> leaving;
    try {
      if (!lifecycle.resolve(next)) {
        throw new BundleFailure(lifecycle.missing(next));
      }
      lifecycle.launch(next);
      leaving = staged(next);
    } catch (BundleFailure e) {
      lifecycle.discard(next);
      return failed(old, content, e);
    }
    deployments.promote(deployment);
    if (!leaving.isEmpty()) {
      LOG.warn(
          "The manifest of {} no longer declares the tools {}: they left with {}",
          content.label(),
          leaving,
          old.content().version());
    }
    retirements.begin(old);
    return new Outcome.Running(next);
  }

  /** Waits until nothing would be lost; returns the names that are meant to leave. */
  private List<String> staged(Deployed next) throws BundleFailure, InterruptedException {
    long deadline = System.nanoTime() + startTimeout.get().toNanos();
    for (; ; ) {
      Staging staging = lifecycle.stage(next, startTimeout.get());
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
                    ? "no service came within " + startTimeout.get().toMillis() + " ms"
                    : String.join("; ", waiting)));
      }
      Thread.sleep(ROUND.toMillis());
    }
  }

  private static Outcome failed(Deployed old, Content content, BundleFailure e) {
    LOG.error(
        "The update to {} failed, {} goes on: {}",
        content.label(),
        old.content().version(),
        e.getMessage(),
        e.getCause());
    return new Outcome.Failed(e.getMessage(), Optional.of(old), e.isLate());
  }
}
