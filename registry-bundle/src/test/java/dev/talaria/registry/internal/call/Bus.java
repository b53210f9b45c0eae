package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.AuditRecord;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.availability.ProbeTimes;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.result.ResultParts;
import dev.talaria.registry.internal.search.SearchBridge;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.session.PrincipalFilters;
import dev.talaria.registry.internal.session.Sessions;
import dev.talaria.registry.internal.session.ToolSearch;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The registry without a framework: everything between a session and a tool; benchmarks use it too.
 */
public final class Bus implements AutoCloseable {
  static final OwnerId OWNER = OwnerId.plugin("com.example.tools");

  final ChangeNotifier notifier = new ChangeNotifier();
  public final TablePublisher publisher = new TablePublisher(notifier);
  final CallThreads threads = new CallThreads();

  final StuckCalls stuck;

  final Asides asides;
  final ListenerHub listeners = new ListenerHub(publisher::table);
  final ConcurrentLinkedQueue<Map<String, String>> calls = new ConcurrentLinkedQueue<>();

  /** Whether what the audit log hears of calls is kept for the test. */
  public volatile boolean keepsCalls = true;

  public final AtomicLong ids = new AtomicLong(1);
  public final ProviderScope scope = Fixtures.scope(OWNER);
  volatile Limits limits =
      new Limits(
          Duration.ofSeconds(20),
          Duration.ofMillis(300),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          100_000,
          200_000,
          ProbeTimes.DEFAULT);
  final ResultParts results;
  volatile HookSet hooks = HookSet.NONE;
  volatile SearchSettings searchSettings = SearchSettings.DEFAULT;
  final PrincipalFilters principals = new PrincipalFilters(publisher);
  final CallEngine engine;
  final Sessions sessions;

  public Bus(Path home) {
    this(home, StuckCalls.AFTER);
  }

  /** Creates a registry in which calls that were left behind are stuck after this time. */
  Bus(Path home, Duration stuckAfter) {
    stuck = new StuckCalls(stuckAfter, threads::later, threads.own());
    asides = new Asides(threads, stuck);
    AuditLog audit =
        new AuditLog() {
          @Override
          public void record(String kind, Map<String, String> details) {
            if (keepsCalls) {
              calls.add(details);
            }
          }

          @Override
          public void record(AuditRecord event) {
            if (keepsCalls) {
              AuditLog.super.record(event);
            }
          }

          @Override
          public List<String> tail(int count) {
            return List.of();
          }
        };
    results = ResultParts.of(Optional.of(home), publisher::table, () -> limits);
    engine =
        new CallEngine(
            publisher::table,
            () -> limits,
            () -> hooks,
            threads,
            stuck,
            asides,
            new DataFolders(Optional.of(home)),
            results.keeper(),
            audit,
            Fixtures.MAPPER);
    sessions =
        new Sessions(
            publisher::table,
            engine,
            listeners,
            asides,
            principals,
            new ToolSearch(() -> searchSettings, new SearchBridge(Fixtures.MAPPER)));
    notifier.start(List.of(listeners));
    publisher.apply(
        List.of(new InputChange.Placed(OWNER, 1), new InputChange.Promoted(OWNER, "d1")));
  }

  public Candidate add(String name, Tool<?> tool) {
    return add(name, Fixtures.ANY_OBJECT, null, tool);
  }

  public Candidate add(String name, String schema, Duration timeout, Tool<?> tool) {
    Candidate candidate =
        Fixtures.candidate(
            ids.getAndIncrement(),
            scope,
            "d1",
            0,
            Fixtures.document(name, "tools", false, schema, Optional.ofNullable(timeout)),
            Fixtures.constant(tool));
    publisher.apply(new InputChange.Arrived(candidate));
    return candidate;
  }

  public ToolSession session() {
    return sessions.open(SessionSpec.of("tester", "", ToolFilter.ALL, List.of()));
  }

  @Override
  public void close() {
    engine.close();
    sessions.close();
    notifier.close();
    threads.close();
  }
}
