package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.api.Subscription;
import dev.talaria.deploy.internal.store.Content;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a running bundle by another content of the same owner, one after the other: the registry
 * holds back the change and lets callers wait meanwhile. If the new one does not come to run, the
 * former one is back before the change is published. Used by the agent's thread only.
 */
final class InPlaceUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(InPlaceUpdate.class);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final Supplier<Duration> startTimeout;

  /**
   * Takes what it works with.
   *
   * @param startTimeout as configured at the moment; how long making the tools may take
   */
  InPlaceUpdate(Lifecycle lifecycle, Deployments deployments, Supplier<Duration> startTimeout) {
    this.lifecycle = lifecycle;
    this.deployments = deployments;
    this.startTimeout = startTimeout;
  }

  /** Replaces what runs. */
  Outcome update(Deployed old, Content content, Deployment deployment) throws InterruptedException {
    Subscription bracket = deployments.bracket(content.symbolicName());
    try {
      return Updates.canBeInstalledBeside(old.content().manifest(), content.manifest())
          ? beside(old, content, deployment)
          : inTurn(old, content, deployment);
    } finally {
      bracket.close();
    }
  }

  /** The new one is installed and resolved before anything happens to the old one. */
  private Outcome beside(Deployed old, Content content, Deployment deployment)
      throws InterruptedException {
    Deployed next;
    try {
      next = lifecycle.install(content, deployment);
    } catch (BundleFailure e) {
      return failed(content, e, Optional.of(old));
    }
    try {
      if (!lifecycle.resolve(next)) {
        String reason = lifecycle.missing(next);
        lifecycle.discard(next);
        return new Outcome.Failed(reason, Optional.of(old));
      }
      lifecycle.retire(old);
      run(next);
    } catch (BundleFailure e) {
      lifecycle.discard(next);
      return failed(content, e, revive(old));
    }
    lifecycle.uninstall(old);
    return new Outcome.Running(next);
  }

  /** The old one has to be gone before the new one can be installed. */
  private Outcome inTurn(Deployed old, Content content, Deployment deployment)
      throws InterruptedException {
    lifecycle.retire(old);
    lifecycle.uninstall(old);
    Deployed next = null;
    try {
      next = lifecycle.install(content, deployment);
      if (lifecycle.resolve(next)) {
        run(next);
        return new Outcome.Running(next);
      }
      String reason = lifecycle.missing(next);
      lifecycle.discard(next);
      return new Outcome.Failed(reason, reinstall(old));
    } catch (BundleFailure e) {
      if (next != null) {
        lifecycle.discard(next);
      }
      return failed(content, e, reinstall(old));
    }
  }

  /** Starts the new one and makes its tools and hooks, since the old one can still come back. */
  private void run(Deployed next) throws BundleFailure, InterruptedException {
    lifecycle.launch(next);
    List<String> problems = lifecycle.stage(next, startTimeout.get()).problems();
    if (!problems.isEmpty()) {
      throw new BundleFailure(String.join("; ", problems));
    }
    deployments.promote(next.deployment());
  }

  private Optional<Deployed> revive(Deployed old) throws InterruptedException {
    try {
      if (old.isRunning()) {
        deployments.promote(old.deployment());
      } else {
        lifecycle.run(old);
      }
      return Optional.of(old);
    } catch (BundleFailure e) {
      lifecycle.discard(old);
      LOG.error("{} did not come back: {}", old.content().label(), e.getMessage(), e.getCause());
      return Optional.empty();
    }
  }

  private Optional<Deployed> reinstall(Deployed old) throws InterruptedException {
    try {
      Deployed again = lifecycle.install(old.content(), old.deployment());
      if (lifecycle.resolve(again)) {
        return revive(again);
      }
      lifecycle.discard(again);
      LOG.error("{} did not come back: it does not resolve again", old.content().label());
    } catch (BundleFailure e) {
      LOG.error("{} did not come back: {}", old.content().label(), e.getMessage(), e.getCause());
    }
    return Optional.empty();
  }

  private static Outcome failed(Content content, BundleFailure e, Optional<Deployed> instead) {
    LOG.error("The update to {} failed: {}", content.label(), e.getMessage(), e.getCause());
    return new Outcome.Failed(e.getMessage(), instead, e.isLate());
  }
}
