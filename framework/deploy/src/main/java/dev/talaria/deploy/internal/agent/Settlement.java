package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.Operation;
import dev.talaria.deploy.internal.bundles.Outcome;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how what was begun ended: in the owner, the ledger and the audit trail. Used by the
 * agent's thread only.
 */
final class Settlement {
  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  private final Ledger ledger;
  private final Admission admission;
  private final BundleAudit audit;
  private final Supplier<DeploySettings> settings;

  Settlement(
      Ledger ledger, Admission admission, BundleAudit audit, Supplier<DeploySettings> settings) {
    this.ledger = ledger;
    this.admission = admission;
    this.audit = audit;
    this.settings = settings;
  }

  /** Records how an installation or a first start ended; says whether a content failed. */
  boolean settle(Plugin plugin, Content content, Outcome outcome) {
    if (outcome instanceof Outcome.Running running) {
      auditFirst(running.deployed());
      runs(plugin, running.deployed());
      return false;
    } else if (outcome instanceof Outcome.Waiting waiting) {
      plugin.waits(waiting.reason());
      return false;
    } else if (outcome instanceof Outcome.Starting starting) {
      plugin.starts(starting.start());
      return false;
    } else if (outcome instanceof Outcome.Failed failed) {
      failed(plugin, content, failed);
      return true;
    }
    throw new IllegalStateException("a start does not end so: " + outcome);
  }

  /**
   * Records how an operation ended; says whether a content failed.
   *
   * @param isWanted whether a file still stands for the owner: else nothing is kept of it
   */
  boolean settle(Plugin plugin, Operation operation, Outcome outcome, boolean isWanted) {
    Optional<Content> before = plugin.content();
    Content content = operation.content();
    plugin.ended();
    if (outcome instanceof Outcome.Running running) {
      if (operation.kind() == Operation.Kind.UPDATE) {
        String source = running.deployed().deployment().source();
        before.ifPresent(old -> audit.updated(old, content, source));
      }
      if (isWanted) {
        runs(plugin, running.deployed());
      } else {
        plugin.running(running.deployed());
      }
      return false;
    } else if (outcome instanceof Outcome.Removed) {
      plugin.gone();
      audit.removed(content);
      return false;
    } else if (outcome instanceof Outcome.Withdrawn withdrawn) {
      LOG.info("Gave up {}: something else is wanted by now", content.label());
      stands(plugin, withdrawn.instead());
      if (withdrawn.instead().isEmpty()) {
        before.ifPresent(audit::removed);
      }
      return false;
    } else if (outcome instanceof Outcome.Failed failed) {
      failed(plugin, content, failed);
      // What does not come back is not tried for ever.
      before
          .filter(old -> plugin.deployed().isEmpty() && !old.equals(content))
          .ifPresent(
              old -> plugin.failed(old.sha256(), "it did not come back after a failed update"));
      return true;
    }
    Outcome.Broken broken = (Outcome.Broken) outcome;
    if (operation.kind() == Operation.Kind.REMOVAL) {
      plugin.gone();
      audit.removed(content);
      return false;
    }
    failed(plugin, content, new Outcome.Failed(broken.reason(), plugin.deployed()));
    return true;
  }

  /** Binds what runs to its signer, also what ran before signatures were asked for. */
  void bind(Plugin plugin) {
    plugin
        .deployed()
        .filter(Deployed::isRunning)
        .ifPresent(deployed -> admission.bind(deployed.content(), settings.get()));
  }

  private void runs(Plugin plugin, Deployed deployed) {
    plugin.running(deployed);
    ledger.good(plugin.symbolicName(), deployed.content().sha256());
    admission.bind(deployed.content(), settings.get());
  }

  private void failed(Plugin plugin, Content content, Outcome.Failed failed) {
    if (failed.late()) {
      ledger.brokeStart(content.sha256()); // Else every runtime to come would wait for it again.
    }
    if (failed.unresolved()) {
      plugin.unresolved(content.sha256(), failed.reason());
    } else {
      plugin.failed(content.sha256(), failed.reason());
    }
    stands(plugin, failed.instead());
    audit.failed(content, failed.reason());
  }

  private static void stands(Plugin plugin, Optional<Deployed> instead) {
    instead.ifPresentOrElse(plugin::running, plugin::gone);
  }

  /** A start is news unless the same content ran before, in this runtime or the one before. */
  private void auditFirst(Deployed deployed) {
    Content content = deployed.content();
    boolean ranBefore =
        ledger
            .owner(content.symbolicName())
            .flatMap(Ledger.Owner::good)
            .filter(content.sha256()::equals)
            .isPresent();
    if (!ranBefore) {
      audit.installed(content, deployed.deployment().source());
    }
  }
}
