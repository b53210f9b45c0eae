package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.Deployment;
import dev.talaria.deploy.internal.bundles.BundleFailure;
import dev.talaria.deploy.internal.bundles.Deployed;
import dev.talaria.deploy.internal.bundles.Lifecycle;
import dev.talaria.deploy.internal.bundles.Operation;
import dev.talaria.deploy.internal.bundles.Operations;
import dev.talaria.deploy.internal.bundles.Outcome;
import dev.talaria.deploy.internal.bundles.PendingStart;
import dev.talaria.deploy.internal.bundles.Retirements;
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
 * What takes long goes on beside it, one thing an owner; its end wakes the agent. Used by the
 * agent's thread only.
 */
final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  /** How long everybody waits for one start; what takes longer is asked again later. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The same for the starts behind such a one: the runtime is to be ready soon. */
  private static final Duration IMPATIENCE = Duration.ofMillis(200);

  /** How long everybody waits for an update or a removal, so that a quick one is told at once. */
  private static final Duration OPERATION_PATIENCE = Duration.ofMillis(200);

  /** How long the end of the agent waits for what it interrupted. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final Planner planner;
  private final Settlement settlement;
  private final Ledger ledger;
  private final Lifecycle lifecycle;
  private final Operations operations;
  private final Retirements retirements;
  private final PluginSwitches switches;
  private final Supplier<DeploySettings> settings;
  private final HeldPlugins held;
  private final SortedMap<String, Plugin> plugins = new TreeMap<>();
  private SortedMap<String, PluginPlan> plans = new TreeMap<>();
  private Duration patience = OPERATION_PATIENCE;
  private boolean ended;

  Reconciler(
      Planner planner,
      Settlement settlement,
      Ledger ledger,
      Lifecycle lifecycle,
      Operations operations,
      Retirements retirements,
      PluginSwitches switches,
      Supplier<DeploySettings> settings,
      HeldPlugins held) {
    this.planner = planner;
    this.settlement = settlement;
    this.ledger = ledger;
    this.lifecycle = lifecycle;
    this.operations = operations;
    this.retirements = retirements;
    this.switches = switches;
    this.settings = settings;
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

  /** Returns the contents of bundles that are on their way, in or out. */
  List<Content> passing() {
    List<Content> passing = new ArrayList<>();
    retirements.list().forEach(deployed -> passing.add(deployed.content()));
    plugins
        .values()
        .forEach(plugin -> plugin.operation().ifPresent(it -> passing.add(it.content())));
    return passing;
  }

  /** Brings about what is planned; says whether something went, or came, that took long. */
  boolean reconcile() throws InterruptedException {
    ended = retirements.finish();
    patience = OPERATION_PATIENCE;
    boolean again;
    // Before anything is judged that came along with a tightened trust.
    plugins.values().forEach(settlement::bind);
    do {
      plans = planner.plan(this::plugin, switches.disabled(), settings.get());
      plans.keySet().forEach(ledger::sequence); // New owners are numbered by symbolic name.
      held.planned(plans, plugins);
      again = resumeOperations();
      again |= resumeStarts();
      again |= removeLeaving();
      again |= update();
      again |= install();
      again |= startWaiting();
      // A failure blocks one more content, so this ends; what may stand instead is planned anew.
    } while (again);
    forgetLeft();
    return ended;
  }

  private Plugin plugin(String symbolicName) {
    return plugins.computeIfAbsent(symbolicName, Plugin::new);
  }

  private Optional<Content> target(Plugin plugin) {
    return Optional.ofNullable(plans.get(plugin.symbolicName())).flatMap(PluginPlan::target);
  }

  /** Asks what was begun how it is, and says what is not wanted any more. */
  private boolean resumeOperations() throws InterruptedException {
    boolean again = false;
    for (Plugin plugin : plugins.values()) {
      if (plugin.operation().isEmpty()) {
        continue;
      }
      Operation operation = plugin.operation().get();
      again |= settleIfOver(plugin, operation, Duration.ZERO);
      if (plugin.operation().isPresent()
          && operation.kind() != Operation.Kind.REMOVAL
          && !target(plugin).equals(Optional.of(operation.content()))) {
        operation.withdraw(target(plugin).isPresent());
      }
    }
    return again;
  }

  /** Begins an operation and waits a moment for it; it may take longer than the agent waits. */
  private boolean begin(Plugin plugin, Operation operation) throws InterruptedException {
    plugin.begins(operation);
    boolean again = settleIfOver(plugin, operation, patience);
    if (plugin.operation().isPresent()) {
      patience = Duration.ZERO; // One that takes long is enough to wait for.
    }
    return again;
  }

  /** Says whether something has to be planned anew. */
  private boolean settleIfOver(Plugin plugin, Operation operation, Duration limit)
      throws InterruptedException {
    Optional<Outcome> outcome = operation.await(limit);
    if (outcome.isEmpty()) {
      return false;
    }
    ended = true;
    boolean isWanted = plans.containsKey(plugin.symbolicName());
    boolean failed = settlement.settle(plugin, operation, outcome.get(), isWanted);
    return failed | pardonUnresolved(outcome.get());
  }

  /** What lacked something may find it now that another bundle runs. */
  private boolean pardonUnresolved(Outcome outcome) {
    boolean any = false;
    if (outcome instanceof Outcome.Running) {
      for (Plugin plugin : plugins.values()) {
        any |= plugin.pardonUnresolved();
      }
    }
    return any;
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

  /** Lets go of what goes on beside the agent, which ends. */
  void close() {
    retirements.interrupt();
    plugins.values().forEach(plugin -> plugin.operation().ifPresent(Operation::interrupt));
    for (Plugin plugin : plugins.values()) {
      plugin.starting().ifPresent(lifecycle::leave);
      plugin.starting().ifPresent(start -> plugin.gone());
    }
    long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
    try {
      for (Plugin plugin : plugins.values()) {
        if (plugin.operation().isPresent()) {
          plugin.operation().get().join(Duration.ofNanos(deadline - System.nanoTime()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean removeLeaving() throws InterruptedException {
    boolean again = false;
    for (Plugin plugin : List.copyOf(plugins.values())) {
      if (!plugin.isBusy() && plugin.deployed().isPresent() && target(plugin).isEmpty()) {
        again |= remove(plugin);
      }
    }
    return again;
  }

  private boolean remove(Plugin plugin) throws InterruptedException {
    return begin(plugin, operations.remove(plugin.deployed().orElseThrow()));
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
    boolean again = false;
    for (Plugin plugin : bySequence()) {
      Content target = target(plugin).orElseThrow();
      if (plugin.isBusy()
          || plugin.deployed().isEmpty()
          || plugin.content().equals(Optional.of(target))) {
        continue;
      }
      Deployed old = plugin.deployed().get();
      if (old.isRunning()) {
        again |= begin(plugin, operations.update(old, target, deployment(target)));
      } else {
        again |= remove(plugin); // Nothing to fall back to: the new one is a first install.
      }
    }
    return again;
  }

  private boolean install() throws InterruptedException {
    boolean failed = false;
    for (Plugin plugin : bySequence()) {
      if (plugin.isBusy() || plugin.deployed().isPresent()) {
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
    Duration wait = PATIENCE;
    do {
      progress = false;
      for (Plugin plugin : inOrderOfStart()) {
        if (plugin.isWaiting()) {
          Deployed deployed = plugin.deployed().orElseThrow();
          Outcome outcome = start(deployed, wait);
          wait = outcome instanceof Outcome.Starting ? IMPATIENCE : wait;
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

  private Outcome start(Deployed deployed, Duration patience) throws InterruptedException {
    try {
      return lifecycle.start(deployed, patience);
    } catch (RuntimeException e) {
      LOG.error("{} was not started", deployed.content().label(), e);
      return new Outcome.Failed("the start failed inside the runtime: " + e, Optional.empty());
    }
  }

  private boolean settle(Plugin plugin, Content content, Outcome outcome) {
    return settlement.settle(plugin, content, outcome) | pardonUnresolved(outcome);
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
    if (!plugin.isBusy() && plugin.deployed().isPresent() && !plugin.isWaiting()) {
      begin(plugin, operations.restart(plugin.deployed().get()));
    }
    reconcile();
  }

  /** Whether something is being done to an owner. */
  boolean isBusy(String symbolicName) {
    Plugin plugin = plugins.get(symbolicName);
    return plugin != null && plugin.isBusy();
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
            plugin ->
                !plugin.isBusy()
                    && plugin.deployed().isEmpty()
                    && !plans.containsKey(plugin.symbolicName()));
  }

  /** Forgets what is known of contents that are nowhere any more. */
  void retain(Set<String> present) {
    Set<String> kept = new HashSet<>(present);
    kept.addAll(ledger.good().values());
    plugins.values().forEach(plugin -> plugin.retainFailures(kept));
    ledger.retainBrokenStarts(kept);
  }
}
