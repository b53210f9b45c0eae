package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.deploy.internal.store.Content;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a running bundle by another content of the same owner, the new one beside the old one:
 * it is started, its tools and hooks are made, and only when nothing would be lost do the names
 * move over, in one transaction. Until then the old one serves as if nothing happened; whatever
 * goes wrong, it never left. Runs on the thread of an operation.
 */
final class BlueGreenUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(BlueGreenUpdate.class);

  private final Lifecycle lifecycle;
  private final CandidateStart candidates;
  private final Retirements retirements;

  BlueGreenUpdate(Lifecycle lifecycle, CandidateStart candidates, Retirements retirements) {
    this.lifecycle = lifecycle;
    this.candidates = candidates;
    this.retirements = retirements;
  }

  Outcome update(Deployed old, Content content, Deployment deployment, Wish wish)
      throws InterruptedException {
    Deployed next;
    try {
      next = lifecycle.install(content, deployment);
    } catch (BundleFailure e) {
      return failed(old, content, e);
    }
    try {
      lifecycle.requireResolved(next);
      candidates.takeOver(next, old.content(), wish);
    } catch (BundleFailure e) {
      lifecycle.discard(next);
      return failed(old, content, e);
    } catch (UnwantedException e) {
      lifecycle.discard(next);
      return new Outcome.Withdrawn(Optional.of(old));
    }
    retirements.begin(old);
    return new Outcome.Running(next);
  }

  private static Outcome failed(Deployed old, Content content, BundleFailure e) {
    LOG.error(
        "The update to {} failed, {} goes on: {}",
        content.label(),
        old.content().version(),
        e.getMessage(),
        e.getCause());
    return new Outcome.Failed(e.getMessage(), Optional.of(old), e.isLate(), e.isUnresolved());
  }
}
