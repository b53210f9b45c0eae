package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.api.Subscription;
import dev.talaria.deploy.internal.store.Content;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a running bundle by another content of the same owner, one after the other: the registry
 * holds back the change and lets callers wait meanwhile. If the new one does not come to run, or
 * lacks a tool that it declares and the former one serves, the former one is back before the change
 * is published. Runs on the thread of an operation.
 */
final class InPlaceUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(InPlaceUpdate.class);

  private final Lifecycle lifecycle;
  private final Deployments deployments;
  private final CandidateStart candidates;

  InPlaceUpdate(Lifecycle lifecycle, Deployments deployments, CandidateStart candidates) {
    this.lifecycle = lifecycle;
    this.deployments = deployments;
    this.candidates = candidates;
  }

  /** Replaces what runs. */
  Outcome update(Deployed old, Content content, Deployment deployment, Wish wish)
      throws InterruptedException {
    Subscription bracket = lifecycle.bracket(content.symbolicName());
    try {
      return Updates.canBeInstalledBeside(old.content().manifest(), content.manifest())
          ? beside(old, content, deployment, wish)
          : inTurn(old, content, deployment, wish);
    } finally {
      bracket.close();
    }
  }

  /** The new one is installed and resolved before anything happens to the old one. */
  private Outcome beside(Deployed old, Content content, Deployment deployment, Wish wish)
      throws InterruptedException {
    Deployed next;
    try {
      next = lifecycle.install(content, deployment);
    } catch (BundleFailure e) {
      return failed(content, e, Optional.of(old));
    }
    try {
      lifecycle.requireResolved(next);
    } catch (BundleFailure e) {
      lifecycle.discard(next);
      return failed(content, e, Optional.of(old));
    }
    try {
      lifecycle.retire(old);
      wish.require();
      candidates.takeOver(next, old.content(), wish);
    } catch (BundleFailure e) {
      lifecycle.discard(next);
      return failed(content, e, revive(old));
    } catch (UnwantedException e) {
      lifecycle.discard(next);
      if (wish.ownerStays()) {
        return new Outcome.Withdrawn(revive(old));
      }
      lifecycle.uninstall(old);
      return new Outcome.Withdrawn(Optional.empty());
    }
    lifecycle.uninstall(old);
    return new Outcome.Running(next);
  }

  /** The old one has to be gone before the new one can be installed. */
  private Outcome inTurn(Deployed old, Content content, Deployment deployment, Wish wish)
      throws InterruptedException {
    lifecycle.retire(old);
    lifecycle.uninstall(old);
    Deployed next = null;
    try {
      wish.require();
      next = lifecycle.install(content, deployment);
      lifecycle.requireResolved(next);
      candidates.takeOver(next, old.content(), wish);
      return new Outcome.Running(next);
    } catch (BundleFailure e) {
      if (next != null) {
        lifecycle.discard(next);
      }
      return failed(content, e, reinstall(old));
    } catch (UnwantedException e) {
      if (next != null) {
        lifecycle.discard(next);
      }
      return new Outcome.Withdrawn(wish.ownerStays() ? reinstall(old) : Optional.empty());
    }
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
    return new Outcome.Failed(e.getMessage(), instead, e.isLate(), e.isUnresolved());
  }
}
