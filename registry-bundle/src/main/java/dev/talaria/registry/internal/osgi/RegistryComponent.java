package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.PrincipalFilter;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.RemoteTools;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.SettingsCheck;
import dev.talaria.admin.TurnResults;
import dev.talaria.api.Subscription;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolRegistry;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.registry.internal.availability.Refresher;
import dev.talaria.registry.internal.call.Asides;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.call.CallThreads;
import dev.talaria.registry.internal.call.DataFolders;
import dev.talaria.registry.internal.hook.HookPlaces;
import dev.talaria.registry.internal.policy.RegistryValuesCheck;
import dev.talaria.registry.internal.remote.RemoteServers;
import dev.talaria.registry.internal.report.AvailabilityReporter;
import dev.talaria.registry.internal.report.OutcomeReporter;
import dev.talaria.registry.internal.report.ServerNameReporter;
import dev.talaria.registry.internal.result.ResultParts;
import dev.talaria.registry.internal.result.ResultStore;
import dev.talaria.registry.internal.result.ResultSweeper;
import dev.talaria.registry.internal.search.SearchBridge;
import dev.talaria.registry.internal.session.PrincipalFilters;
import dev.talaria.registry.internal.session.Sessions;
import dev.talaria.registry.internal.session.ToolSearch;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.TableOutlet;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.util.tracker.BundleTracker;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Puts the registry together and takes it apart. The order matters: the policy is known and the
 * names of the core are reserved before the first tool is looked at, and all of that is done before
 * anybody can get one of the services.
 */
@Component(
    name = "dev.talaria.registry",
    service = {},
    immediate = true,
    configurationPolicy = ConfigurationPolicy.IGNORE)
public final class RegistryComponent {
  /**
   * Anybody may register a predicate that says so; only the launcher's, at the framework, counts.
   */
  private static final String CORE_BUNDLES =
      "(&" + RuntimeProperties.CORE_BUNDLES_TARGET + "(service.bundleid=0))";

  private final List<ServiceRegistration<?>> services = new ArrayList<>();
  private final BundleContext context;
  private final CallThreads threads;
  private final ChangeNotifier notifier;
  private final PolicyWatch policy;
  private final SettingsStatusTracker settingsStatus;
  private final ToolTracker tracker;
  private final CompanionTracker companions;
  private final Refresher refresher;
  private final HookTracker hooks;
  private final CallEngine engine;
  private final Sessions sessions;
  private final ServiceTracker<PrincipalFilter, Subscription> principalFilters;
  private final ResultSweeper resultSweeper;
  private final BundleEnd bundleEnd;
  private final ShutdownDrain shutdownDrain;
  private final BundleTracker<Bundle> coreBundles;
  private final ServiceTracker<Object, ToolTracker.Tracked> tools;

  /** Assembles and starts the registry. */
  @Activate
  public RegistryComponent(
      BundleContext context,
      @Reference(target = CORE_BUNDLES) Predicate<Bundle> core,
      @Reference ConfigurationAdmin configurations,
      @Reference AuditLog audit) {
    this.context = context;
    var mapper = JsonMappers.base();
    threads = new CallThreads();
    notifier = new ChangeNotifier();
    TablePublisher publisher = new TablePublisher(notifier);
    SettingsStatusTracker status = new SettingsStatusTracker(context);
    BundleRecords records = new BundleRecords(core, mapper);
    hooks =
        new HookTracker(
            context,
            records,
            publisher::table,
            new HookPlaces(() -> policy().limits().suspendTimeout(), publisher::isBracketed),
            configurations,
            audit);
    ToolsetSettings toolsets = new ToolsetSettings(publisher, threads::later);
    policy =
        new PolicyWatch(
            configurations, status::service, publisher, toolsets, audit, hooks::refresh);
    ResultParts results = ResultParts.of(home(), publisher::table, policy::limits);
    resultSweeper = new ResultSweeper(results.store());
    // Whoever lists or calls counts as a reader, by which what is known is kept fresh.
    Supplier<ToolTable> reading =
        () -> {
          refresher().readAll();
          return publisher.table();
        };
    StuckCalls stuck = new StuckCalls(StuckCalls.AFTER, threads::later, threads.own());
    Asides asides = new Asides(threads, stuck);
    engine =
        new CallEngine(
            reading,
            policy::limits,
            hooks::current,
            threads,
            stuck,
            asides,
            new DataFolders(home()),
            results.keeper(),
            audit,
            mapper);
    companions = new CompanionTracker(context, records, publisher::isBracketed);
    ListenerHub listeners = new ListenerHub(reading);
    refresher =
        Refresher.start(
            () -> policy.limits().probes(),
            threads::later,
            companions,
            new TableOutlet(publisher, listeners));
    publisher.askBy(refresher::reconcile);
    PrincipalFilters principals = new PrincipalFilters(publisher);
    sessions =
        new Sessions(
            reading,
            engine,
            listeners,
            asides,
            principals,
            new ToolSearch(toolsets::search, new SearchBridge(mapper)));
    principalFilters =
        new ServiceTracker<>(
            context, PrincipalFilter.class, new PrincipalFilterTracker(context, principals));
    OutcomeHub outcomes = new OutcomeHub();
    BundleResources resources = new BundleResources();
    tracker =
        new ToolTracker(records, new CandidateFactory(context), publisher, threads, policy::limits);
    bundleEnd = new BundleEnd(records, tracker, resources, sessions);
    shutdownDrain = new ShutdownDrain(engine, hooks);
    notifier.start(
        List.of(
            new OutcomeReporter(audit),
            new AvailabilityReporter(audit),
            new ServerNameReporter(),
            outcomes,
            listeners));

    settingsStatus = status;
    settingsStatus.open(policy::readSoon);
    policy.readFirst();
    principalFilters.open();
    coreBundles =
        new BundleTracker<>(context, CoreBundles.STATES, new CoreBundles(records, publisher));
    coreBundles.open();
    context.addBundleListener(bundleEnd);
    context.addBundleListener(shutdownDrain);
    // Before the tools: who arrives with its probe finds it there.
    companions.open(refresher);
    tools = new ServiceTracker<>(context, Tool.class.getName(), tracker);
    // Before the first tool can be called its guards are known.
    hooks.open();
    tools.open();

    Registrations registrations =
        new Registrations(records, publisher, outcomes, resources, mapper);
    offer(ConfigurationListener.class, policy);
    offer(ConfigurationListener.class, hooks.deletions());
    offer(SettingsCheck.class, new RegistryValuesCheck());
    offer(SettingsCheck.class, new ToolsetValuesCheck(publisher::table));
    services.add(
        context.registerService(
            ToolRegistry.class,
            new BundleToolRegistry.Factory(
                reading, records, registrations, sessions, listeners, resources),
            null));
    offer(
        RegistryAdmin.class,
        new AdminService(
            publisher,
            reading,
            sessions,
            listeners,
            this::policyView,
            new Prober(publisher::table, refresher)));
    services.add(
        context.registerService(
            RemoteTools.class,
            new BundleRemoteTools(
                new RemoteServers(publisher, mapper, threads::later), records, resources),
            null));
    offer(
        Deployments.class,
        new DeploymentService(
            records, publisher, tracker, hooks, bundleEnd, engine, policy::limits));
    offer(TurnResults.class, new TurnService(sessions, results.turns()));
    // The registry's own tool waits for it.
    offer(ResultStore.class, results.store());
    resultSweeper.start();
    offer(ReadinessCheck.class, new StuckCallsCheck(stuck));
    offer(ReadinessCheck.class, new Ready());
    // What was configured between the first reading and the listener's registration.
    policy.readSoon();
  }

  private PolicyWatch policy() {
    return policy;
  }

  private Refresher refresher() {
    return refresher;
  }

  private Optional<Path> home() {
    return Optional.ofNullable(context.getProperty(RuntimeProperties.HOME)).map(Path::of);
  }

  private PolicyView policyView() {
    List<PolicyView.Value> values = new ArrayList<>(policy.view().values());
    values.addAll(hooks.rows());
    return new PolicyView(values);
  }

  private <S> void offer(Class<S> type, S service) {
    services.add(context.registerService(type, service, new Hashtable<>()));
  }

  /** Ends the registry: no new calls, then those under way, then everything else. */
  @Deactivate
  void deactivate() {
    services.forEach(ServiceRegistration::unregister);
    hooks.end();
    engine.close();
    sessions.close();
    principalFilters.close();
    tracker.end();
    refresher.close();
    tools.close();
    companions.close();
    hooks.close();
    coreBundles.close();
    context.removeBundleListener(bundleEnd);
    context.removeBundleListener(shutdownDrain);
    settingsStatus.close();
    policy.close();
    resultSweeper.close();
    notifier.close();
    threads.close();
  }

  /** Whoever finds this finds the registry complete: it is offered last. */
  private record Ready() implements ReadinessCheck {
    @Override
    public String part() {
      return "registry";
    }

    @Override
    public Optional<String> problem() {
      return Optional.empty();
    }
  }
}
