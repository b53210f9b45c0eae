package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.Deployment;
import dev.talaria.deploy.internal.bundles.BundleFailure;
import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.Lifecycle;
import dev.talaria.deploy.internal.bundles.Outcome;
import dev.talaria.deploy.internal.bundles.PendingStart;
import dev.talaria.deploy.internal.bundles.Retirements;
import dev.talaria.deploy.internal.bundles.Updates;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what runs be what is planned: who leaves goes first, then the updates, then everything new
 * is installed before the first of it is started, so that bundles that need each other resolve.
 * Used by the agent's thread only.
 */
final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  /** How long everybody waits for one start; what takes longer is asked again later. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The same for the starts behind such a one: the runtime is to be ready soon. */
  private static final Duration IMPATIENCE = Duration.ofMillis(200);

  private final Planner planner;
  private final Admission admission;
  private final Ledger ledger;
  private final Lifecycle lifecycle;
  private final Updates updates;
  private final Retirements retirements;
  private final PluginSwitches switches;
  private final Supplier<DeploySettings> settings;
  private final BundleAudit audit;
  private final HeldPlugins held;
  private final SortedMap<String, Plugin> plugins = new TreeMap<>();
  private SortedMap<String, PluginPlan> plans = new TreeMap<>();

  Reconciler(
      Planner planner,
      Admission admission,
      Ledger ledger,
      Lifecycle lifecycle,
      Updates updates,
      Retirements retirements,
      PluginSwitches switches,
      Supplier<DeploySettings> settings,
      BundleAudit audit,
      HeldPlugins held) {
    this.planner = planner;
    this.admission = admission;
    this.ledger = ledger;
    this.lifecycle = lifecycle;
    this.updates = updates;
    this.retirements = retirements;
    this.switches = switches;
    this.settings = settings;
    this.audit = audit;
    this.held = held;
  }

  /** Returns the owners, by symbolic name. */
  SortedMap<String, Plugin> plugins() {
    return Collections.unmodifiableSortedMap(plugins);
  }

  /** Returns what was planned last, by symbolic name. */
  SortedMap<String, PluginPlan> plans() {
    return Collections.unmodifiableSortedMap(plans);
  }

  /** Returns the contents whose bundles still have calls, though others stand for their names. */
  List<Content> retiring() {
    return retirements.list().stream().map(Deployed::content).toList();
  }

  /** Brings about what is planned; says whether a version went that had calls until now. */
  boolean reconcile() throws InterruptedException {
    boolean went = retirements.finish();
    boolean failed;
    do {
      plans = planner.plan(this::plugin, switches.disabled(), settings.get());
      plans.keySet().forEach(ledger::sequence); // New owners are numbered by symbolic name.
      held.planned(plans, plugins);
      failed = resumeStarts();
      removeLeaving();
      failed |= update();
      failed |= install();
      failed |= startWaiting();
      // A failure blocks one more content, so this ends; what may stand instead is planned anew.
    } while (failed);
    forgetLeft();
    return went;
  }

  private Plugin plugin(String symbolicName) {
    return plugins.computeIfAbsent(symbolicName, Plugin::new);
  }

  private Optional<Content> target(Plugin plugin) {
    return Optional.ofNullable(plans.get(plugin.symbolicName())).flatMap(PluginPlan::target);
  }

  /** Asks the starts that take long how they are, and ends those that nobody wants any more. */
  private boolean resumeStarts() throws InterruptedException {
    boolean failed = false;
    for (Plugin plugin : plugins.values()) {
      if (plugin.starting().isEmpty()) {
        continue;
      }
      PendingStart start = plugin.starting().get();
      Content content = start.deployed().content();
      if (!target(plugin).equals(Optional.of(content))) {
        plugin.gone();
        lifecycle.abandon(start);
        continue;
      }
      Optional<Outcome> outcome = lifecycle.resume(start);
      if (outcome.isPresent()) {
        auditFirst(start.deployed(), outcome.get());
        failed |= settle(plugin, content, outcome.get());
      }
    }
    return failed;
  }

  /** When the next start that takes long is given up, as {@link System#nanoTime} counts. */
  OptionalLong due() {
    return plugins.values().stream()
        .flatMap(plugin -> plugin.starting().stream())
        .mapToLong(PendingStart::deadline)
        .reduce((a, b) -> a - b < 0 ? a : b);
  }

  /** Lets go of what is being started; the agent ends. */
  void close() {
    for (Plugin plugin : plugins.values()) {
      plugin.starting().ifPresent(lifecycle::leave);
      plugin.starting().ifPresent(start -> plugin.gone());
    }
  }

  private void removeLeaving() throws InterruptedException {
    for (Plugin plugin : plugins.values()) {
      if (plugin.deployed().isPresent() && target(plugin).isEmpty()) {
        remove(plugin);
      }
    }
  }

  private void remove(Plugin plugin) throws InterruptedException {
    Deployed deployed = plugin.deployed().orElseThrow();
    plugin.gone();
    try {
      lifecycle.remove(deployed);
    } catch (RuntimeException e) {
      LOG.error("{} was not removed cleanly", deployed.content().label(), e);
    }
    audit.removed(deployed.content());
  }

  /** Plugins with a target, in the order of their owners. */
  private List<Plugin> bySequence() {
    List<Plugin> ordered = new ArrayList<>();
    for (Plugin plugin : plugins.values()) {
      if (target(plugin).isPresent()) {
        ordered.add(plugin);
      }
    }
    ordered.sort(Comparator.comparingLong(plugin -> ledger.sequence(plugin.symbolicName())));
    return ordered;
  }

  private boolean update() throws InterruptedException {
    boolean failed = false;
    for (Plugin plugin : bySequence()) {
      Content target = target(plugin).orElseThrow();
      if (plugin.deployed().isEmpty() || plugin.content().equals(Optional.of(target))) {
        continue;
      }
      Deployed old = plugin.deployed().get();
      if (!old.isRunning()) {
        remove(plugin); // Nothing to fall back to: the new one is a first install.
        continue;
      }
      Outcome outcome;
      try {
        outcome = updates.update(old, target, deployment(target));
      } catch (RuntimeException e) {
        LOG.error("The update to {} failed", target.label(), e);
        outcome =
            new Outcome.Failed("the update failed inside the runtime: " + e, Optional.of(old));
      }
      failed |= settle(plugin, target, outcome);
      if (outcome instanceof Outcome.Running) {
        audit.updated(old.content(), target, deployment(target).source());
      } else if (plugin.deployed().isEmpty()) {
        plugin.failed(old.content().sha256(), "it did not come back after a failed update");
      }
    }
    return failed;
  }

  private boolean install() throws InterruptedException {
    boolean failed = false;
    for (Plugin plugin : bySequence()) {
      if (plugin.deployed().isPresent()) {
        continue;
      }
      Content target = target(plugin).orElseThrow();
      try {
        plugin.installed(lifecycle.install(target, deployment(target)));
      } catch (BundleFailure e) {
        failed |= settle(plugin, target, new Outcome.Failed(e.getMessage(), Optional.empty()));
      } catch (RuntimeException e) {
        LOG.error("{} was not installed", target.label(), e);
        failed |=
            settle(plugin, target, new Outcome.Failed("not installed: " + e, Optional.empty()));
      }
    }
    return failed;
  }

  /** Starts what waits, again and again while one start may make another possible. */
  private boolean startWaiting() throws InterruptedException {
    boolean failed = false;
    boolean progress;
    Duration patience = PATIENCE;
    do {
      progress = false;
      for (Plugin plugin : inOrderOfStart()) {
        if (plugin.isWaiting()) {
          Deployed deployed = plugin.deployed().orElseThrow();
          Outcome outcome = start(deployed, patience);
          patience = outcome instanceof Outcome.Starting ? IMPATIENCE : patience;
          auditFirst(deployed, outcome);
          failed |= settle(plugin, deployed.content(), outcome);
          progress |= outcome instanceof Outcome.Running;
        }
      }
    } while (progress && plugins.values().stream().anyMatch(Plugin::isWaiting));
    return failed;
  }

  /** Who broke a start before comes last, so that the others need not wait for it. */
  private List<Plugin> inOrderOfStart() {
    List<Plugin> ordered = bySequence();
    ordered.sort(
        Comparator.comparing(
            plugin ->
                plugin.content().filter(it -> ledger.brokenStarts(it.sha256()) > 0).isPresent()));
    return ordered;
  }

  /** A start is news unless the same content ran before, in this runtime or the one before. */
  private void auditFirst(Deployed deployed, Outcome outcome) {
    Content content = deployed.content();
    boolean ranBefore =
        ledger
            .owner(content.symbolicName())
            .flatMap(Ledger.Owner::good)
            .filter(content.sha256()::equals)
            .isPresent();
    if (outcome instanceof Outcome.Running && !ranBefore) {
      audit.installed(content, deployed.deployment().source());
    }
  }

  private Outcome start(Deployed deployed, Duration patience) throws InterruptedException {
    try {
      return lifecycle.start(deployed, patience);
    } catch (RuntimeException e) {
      LOG.error("{} was not started", deployed.content().label(), e);
      return new Outcome.Failed("the start failed inside the runtime: " + e, Optional.empty());
    }
  }

  /** Records an outcome; says whether a content failed. */
  private boolean settle(Plugin plugin, Content content, Outcome outcome) {
    if (outcome instanceof Outcome.Running running) {
      plugin.running(running.deployed());
      ledger.good(content.symbolicName(), content.sha256());
      admission.bind(content, settings.get());
      return false;
    }
    if (outcome instanceof Outcome.Waiting waiting) {
      plugin.waits(waiting.reason());
      return false;
    }
    if (outcome instanceof Outcome.Starting starting) {
      plugin.starts(starting.start());
      return false;
    }
    Outcome.Failed failed = (Outcome.Failed) outcome;
    if (failed.late()) {
      ledger.brokeStart(content.sha256()); // Else every runtime to come would wait for it again.
    }
    plugin.failed(content.sha256(), failed.reason());
    failed.instead().ifPresentOrElse(plugin::running, plugin::gone);
    audit.failed(content, failed.reason());
    return true;
  }

  /** Starts an owner's first choice again, whatever happened to it before. */
  void restart(String symbolicName) throws InterruptedException {
    Plugin plugin = plugin(symbolicName);
    PluginPlan plan = plans.get(symbolicName);
    if (plan != null) {
      String first = plan.ranked().get(0).sha256();
      plugin.pardon(first);
      ledger.pardon(first);
    }
    if (plugin.starting().isEmpty() && plugin.deployed().isPresent() && !plugin.isWaiting()) {
      Deployed deployed = plugin.deployed().get();
      settle(plugin, deployed.content(), lifecycle.restart(deployed));
    }
    reconcile();
  }

  private Deployment deployment(Content content) {
    String source =
        plans
            .get(content.symbolicName())
            .fileOf(content.sha256())
            .map(Candidate::file)
            .orElse("the last good copy");
    return new Deployment(
        content.symbolicName(),
        content.version().toString(),
        content.sha256(),
        ledger.sequence(content.symbolicName()),
        source,
        content.hooks());
  }

  /** Owners without a file keep their place, and nothing else. */
  private void forgetLeft() {
    for (Map.Entry<String, String> good : ledger.good().entrySet()) {
      if (!plans.containsKey(good.getKey())) {
        ledger.withdraw(good.getKey());
      }
    }
    plugins
        .values()
        .removeIf(
            plugin -> plugin.deployed().isEmpty() && !plans.containsKey(plugin.symbolicName()));
  }

  /** Forgets what is known of contents that are nowhere any more. */
  void retain(Set<String> present) {
    Set<String> kept = new HashSet<>(present);
    kept.addAll(ledger.good().values());
    plugins.values().forEach(plugin -> plugin.retainFailures(kept));
    ledger.retainBrokenStarts(kept);
  }
}
