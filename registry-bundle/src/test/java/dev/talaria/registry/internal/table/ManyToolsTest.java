package dev.talaria.registry.internal.table;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.document;
import static dev.talaria.registry.internal.Fixtures.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.talaria.api.Subscription;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many tools at once, and tools that come and go for ever. Work is counted, not timed. */
@Timeout(300)
class ManyToolsTest {
  private static final OwnerId OWNER = OwnerId.plugin("plug.many");
  private static final ProviderScope SCOPE = scope(OWNER);
  private static final int MANY = 100_000;
  private static final int SAMPLE = 2_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static Candidate tool(int i) {
    return candidate(
        i, SCOPE, "d1", 0, document("tool_" + i, "many", false), Fixtures.constant((a, c) -> ""));
  }

  private static TablePublisher publisher(ChangeNotifier notifier) {
    TablePublisher publisher = new TablePublisher(notifier);
    publisher.apply(
        List.of(new InputChange.Placed(OWNER, 1), new InputChange.Promoted(OWNER, "d1")));
    return publisher;
  }

  /** Returns how many bytes this thread allocates for a piece of work. */
  private static long allocated(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void theLastOfAHundredThousandArrivalsCostsWhatTheFirstDid() {
    ChangeNotifier notifier = new ChangeNotifier();
    AtomicLong told = new AtomicLong();
    notifier.start(List.of((before, after, touched) -> told.addAndGet(touched.size())));
    TablePublisher publisher = publisher(notifier);
    int[] next = {0};
    Runnable some =
        () -> {
          for (int i = 0; i < SAMPLE; i++) {
            publisher.apply(new InputChange.Arrived(tool(next[0]++)));
          }
        };
    some.run();
    long first = allocated(some);
    while (next[0] < MANY - SAMPLE) {
      some.run();
    }
    long last = allocated(some);
    assertThat(publisher.table().view(Visibility.ALL).tools()).hasSize(MANY);
    // The paths in the maps are a few nodes longer; a scan of the others would be fifty times that.
    assertThat(last).isLessThan(3 * first);
    notifier.close();
    // Each name is told once, however few times the observer was called.
    assertThat(told).hasValueLessThanOrEqualTo(MANY);
  }

  @Test
  void oneTransactionOfManyResolvesEachNameOnce() {
    TablePublisher publisher = publisher(new ChangeNotifier());
    long generation = publisher.table().generation();
    List<InputChange> arrivals = new ArrayList<>();
    Inputs inputs = publisher.table().inputs();
    Set<String> concerned = new HashSet<>();
    long work = 0;
    for (int i = 0; i < MANY; i++) {
      InputChange arrival = new InputChange.Arrived(tool(i));
      arrivals.add(arrival);
      inputs = inputs.with(arrival, concerned);
      work += concerned.size();
      concerned.clear();
    }
    assertThat(work).isEqualTo(MANY);
    publisher.apply(arrivals);
    assertThat(publisher.table().generation()).isEqualTo(generation + 1);
    assertThat(publisher.table().view(Visibility.ALL).tools()).hasSize(MANY);
  }

  @Test
  void whatIsAskedInsideABracketIsNotReplayedFromItsBeginning() {
    TablePublisher publisher = publisher(new ChangeNotifier());
    long first;
    long last;
    try (Subscription bracket = publisher.bracket(OWNER)) {
      assertThat(bracket).isNotNull();
      int[] next = {0};
      Runnable some =
          () -> {
            for (int i = 0; i < 100; i++) {
              publisher.apply(new InputChange.Arrived(tool(next[0]++)));
              assertThat(publisher.pendingInputs(OWNER).candidatesOf(OWNER)).hasSize(next[0]);
            }
          };
      some.run();
      first = allocated(some);
      for (int i = 0; i < 100; i++) {
        some.run();
      }
      last = allocated(some);
    }
    assertThat(last).isLessThan(5 * first);
  }

  @Test
  void toolsThatComeAndGoAMillionTimesLeaveNothing() {
    ChangeNotifier notifier = new ChangeNotifier();
    TablePublisher publisher = publisher(notifier);
    ListenerHub listeners = new ListenerHub(publisher::table);
    AtomicLong heard = new AtomicLong();
    notifier.start(List.of(listeners));
    listeners.subscribe(Visibility.ALL, change -> heard.incrementAndGet());
    comeAndGo(publisher, 0, 50_000);
    long before = used();
    comeAndGo(publisher, 50_000, 1_000_000);
    await().untilAsserted(() -> assertThat(used() - before).isLessThan(16L << 20));
    ToolTable table = publisher.table();
    assertThat(table.entries()).isEmpty();
    assertThat(table.inputs().names()).isEmpty();
    assertThat(table.inputs().candidatesOf(OWNER)).isEmpty();
    assertThat(publisher.departures().size()).isLessThanOrEqualTo(1_024);
    notifier.close();
  }

  private static void comeAndGo(TablePublisher publisher, int from, int to) {
    for (int i = from; i < to; i++) {
      Candidate passing = tool(i);
      publisher.apply(new InputChange.Arrived(passing));
      publisher.apply(new InputChange.Left(passing));
    }
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  static {
    org.awaitility.Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
  }
}
