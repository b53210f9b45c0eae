package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Code that never returns harms whoever brought it, and nobody else. */
@Timeout(120)
class RunawayToolTest {
  private static final OwnerId OTHER = OwnerId.plugin("com.example.other");
  private static final Duration STUCK_AFTER = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofMillis(100);

  @TempDir Path home;
  private Bus bus;
  private ToolSession session;
  private final CountDownLatch free = new CountDownLatch(1);
  private final AtomicInteger inside = new AtomicInteger();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(StuckCalls.class);

  @BeforeEach
  void start() {
    bus = new Bus(home, STUCK_AFTER);
    session = bus.session();
    log.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(log);
    bus.publisher.apply(
        List.of(
            new InputChange.Placed(OTHER, 2),
            new InputChange.Promoted(OTHER, "d1"),
            new InputChange.Arrived(
                candidate(Fixtures.scope(OTHER), "fine", null, (a, c) -> "fine"))));
  }

  @AfterEach
  void stop() {
    free.countDown();
    logger.detachAppender(log);
    logger.setLevel(null);
    bus.close();
  }

  private Candidate candidate(ProviderScope scope, String name, Duration timeout, Tool<?> tool) {
    return Fixtures.candidate(
        bus.ids.getAndIncrement(),
        scope,
        "d1",
        0,
        Fixtures.document(name, "tools", false, Fixtures.ANY_OBJECT, Optional.ofNullable(timeout)),
        Fixtures.constant(tool));
  }

  /** Goes on until it is let go, whoever interrupts it. */
  private Object goOn() {
    inside.incrementAndGet();
    try {
      for (; ; ) {
        try {
          free.await();
          return "free";
        } catch (InterruptedException e) {
          continue;
        }
      }
    } finally {
      inside.decrementAndGet();
    }
  }

  private Candidate addStuck(String name) {
    return bus.add(name, Fixtures.ANY_OBJECT, SOON, (a, c) -> goOn());
  }

  private List<CallHandle> start(String name, int count) {
    List<CallHandle> handles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      handles.add(session.start(ToolCall.of(name, "")));
    }
    return handles;
  }

  private CallResult call(String name) {
    return session.call(ToolCall.of(name, ""));
  }

  private static CallResult answer(CallHandle handle) throws Exception {
    return handle.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private void assertOthersAreServed() {
    assertThat(call("fine").text()).isEqualTo("fine");
  }

  private List<String> logged(Level level) {
    synchronized (log) {
      return List.copyOf(log.list).stream()
          .filter(event -> event.getLevel() == level)
          .map(ILoggingEvent::getFormattedMessage)
          .toList();
    }
  }

  @Test
  void threeHundredCallsThatNeverReturnLeaveThreadsForOthersAndAreTold() throws Exception {
    addStuck("stuck");
    List<CallHandle> handles = start("stuck", 300);
    assertOthersAreServed();
    for (CallHandle handle : handles) {
      assertThat(answer(handle).failure()).isPresent();
    }
    await().untilAsserted(() -> assertThat(call("stuck").failure()).contains(Failure.UNAVAILABLE));
    assertThat(call("stuck"))
        .extracting(CallResult::text)
        .asString()
        .contains("earlier calls of it never returned", "the first since", "2")
        .contains("talaria bundles restart com.example.tools", "talaria tools disable stuck");
    assertOthersAreServed();
    assertThat(bus.stuck.problems().get(0))
        .contains("com.example.tools", "calls of stuck", "talaria bundles restart");
    await().untilAsserted(() -> assertThat(logged(Level.WARN)).hasSize(1));
    assertThat(logged(Level.WARN).get(0)).contains("com.example.tools", "restart");

    free.countDown();
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).isEmpty());
    await().untilAsserted(() -> assertThat(logged(Level.INFO)).hasSize(1));
    assertThat(logged(Level.INFO).get(0)).contains("com.example.tools", "come back");
    assertThat(call("stuck").text()).isEqualTo("free");
    assertThat(logged(Level.WARN)).as("one for the whole episode").hasSize(1);
  }

  @Test
  void threadsThatAreStuckAreMadeUpFor() throws Exception {
    addStuck("stuck");
    for (CallHandle handle : start("stuck", 300)) {
      answer(handle);
    }
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger busy = new AtomicInteger();
    Tool<?> tool =
        (a, c) -> {
          busy.incrementAndGet();
          go.await();
          return "done";
        };
    bus.publisher.apply(
        new InputChange.Arrived(candidate(Fixtures.scope(OTHER), "busy", null, tool)));
    List<CallHandle> handles = start("busy", 150);
    await().untilAsserted(() -> assertThat(busy).hasValue(150));
    go.countDown();
    for (CallHandle handle : handles) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
  }

  @Test
  void honestCallsOfOneOwnerMayUseMostThreadsWhileOthersAreServed() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    bus.add(
        "busy",
        (a, c) -> {
          inside.incrementAndGet();
          go.await();
          return "done";
        });
    List<CallHandle> handles = start("busy", 400);
    await().untilAsserted(() -> assertThat(inside).hasValueGreaterThan(150));
    assertOthersAreServed();
    go.countDown();
    for (CallHandle handle : handles) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
    assertThat(logged(Level.WARN)).isEmpty();
  }

  @Test
  void startedAndCancelledCallsLeaveTheLine() throws Exception {
    bus.add("stuck", (a, c) -> goOn());
    List<CallHandle> handles = start("stuck", 300);
    for (int i = 0; i < 20_000; i++) {
      CallHandle handle = session.start(ToolCall.of("stuck", ""));
      handle.cancel("never mind");
      if (i % 100 == 0) {
        assertThat(answer(handle).failure()).isPresent();
      }
    }
    handles.forEach(handle -> handle.cancel("never mind"));
    await().untilAsserted(() -> assertThat(bus.threads.calls().waiting()).isZero());
    assertOthersAreServed();
  }

  @Test
  void callsThatGoOnForAWhileAreNoProblem() throws Exception {
    bus.close();
    bus = new Bus(home, Duration.ofSeconds(60));
    session = bus.session();
    bus.add("slow", (a, c) -> goOn());
    List<CallHandle> handles = start("slow", StuckCalls.MAX_OF_TOOL + 1);
    await().untilAsserted(() -> assertThat(inside).hasValue(StuckCalls.MAX_OF_TOOL + 1));
    handles.forEach(handle -> handle.cancel(""));
    CallHandle next = session.start(ToolCall.of("slow", ""));
    await().untilAsserted(() -> assertThat(inside).hasValue(StuckCalls.MAX_OF_TOOL + 2));
    free.countDown();
    assertThat(answer(next).text()).isEqualTo("free");
    assertThat(bus.stuck.problems()).isEmpty();
  }

  @Test
  void manyStuckCallsOfSeveralToolsCloseTheBundleAndItsNextRunIsServed() throws Exception {
    List<Candidate> tools = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tools.add(addStuck("stuck" + i));
    }
    Candidate healthy = bus.add("healthy", (a, c) -> "healthy");
    await()
        .untilAsserted(
            () -> {
              // On a busy machine some are answered before their tool has begun.
              for (int i = 0; i < 8; i++) {
                start("stuck" + i, 2);
              }
              assertThat(call("healthy").text())
                  .contains("of tools of com.example.tools never returned");
            });
    ProviderScope next = Fixtures.scope(Bus.OWNER);
    bus.publisher.apply(
        List.of(
            new InputChange.Left(healthy),
            new InputChange.Arrived(candidate(next, "healthy", null, (a, c) -> "again"))));
    assertThat(call("healthy").text()).isEqualTo("again");
    assertThat(bus.stuck.problems()).as("they still are").hasSize(1);
  }

  @Test
  void callsThatComputeWithoutAnEndLeaveProcessorsForOthers() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    int many = 2 * Runtime.getRuntime().availableProcessors();
    bus.add(
        "computes",
        Fixtures.ANY_OBJECT,
        Duration.ofSeconds(2),
        (a, c) -> {
          inside.incrementAndGet();
          while (!over.get()) {
            Thread.onSpinWait();
          }
          return "over";
        });
    try {
      List<CallHandle> handles = start("computes", many);
      assertOthersAreServed();
      for (CallHandle handle : handles) {
        assertThat(answer(handle).failure()).isPresent();
      }
      assertOthersAreServed();
      await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    } finally {
      over.set(true);
    }
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).isEmpty());
    assertOthersAreServed();
  }

  @Test
  void actionsForTheEndThatNeverReturnHoldUpNobodysAnswers() throws Exception {
    bus.add(
        "listens",
        Fixtures.ANY_OBJECT,
        SOON,
        (a, c) -> {
          c.onCancel(this::goOn);
          new CountDownLatch(1).await();
          return "";
        });
    for (CallHandle handle : start("listens", 100)) {
      assertThat(answer(handle).failure()).contains(Failure.TIMEOUT);
    }
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    bus.add(
        "slow",
        Fixtures.ANY_OBJECT,
        SOON,
        (a, c) -> {
          new CountDownLatch(1).await();
          return "";
        });
    assertThat(answer(session.start(ToolCall.of("slow", ""))).failure()).isPresent();
    assertOthersAreServed();
  }

  @Test
  void consumersThatNeverReturnFromAnAnswerHoldUpOnlyThemselves() throws Exception {
    bus.add(
        "slow",
        Fixtures.ANY_OBJECT,
        SOON,
        (a, c) -> {
          new CountDownLatch(1).await();
          return "";
        });
    ToolSession bad = bus.session();
    for (int i = 0; i < 100; i++) {
      bad.start(ToolCall.of("slow", "")).result().thenRun(this::goOn);
    }
    await().untilAsserted(() -> assertThat(inside).hasValueGreaterThan(4));
    assertThat(answer(session.start(ToolCall.of("slow", ""))).failure()).contains(Failure.TIMEOUT);
    assertThat(call("slow").failure()).contains(Failure.TIMEOUT);
  }

  @Test
  void stateThatCannotBeClosedHoldsUpNobody() {
    bus.add(
        "keeps",
        (a, c) -> {
          c.sessionState(Endless.class, () -> new Endless(this::goOn));
          return "kept";
        });
    for (int i = 0; i < 100; i++) {
      try (ToolSession one = bus.session()) {
        assertThat(one.call(ToolCall.of("keeps", "")).text()).isEqualTo("kept");
      }
    }
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    CompletableFuture<String> closed = new CompletableFuture<>();
    bus.asides.run("other", Fixtures.scope(OwnerId.plugin("x")), () -> closed.complete("closed"));
    assertThat(closed).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("closed");
  }

  private record Endless(Runnable closing) implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }

  @Test
  void stuckHooksAreToldByTheirNames() throws Exception {
    HookBuilder hooks = new HookBuilder().tools("hooked");
    hooks.observe((call, report) -> goOn());
    bus.hooks = hooks.build();
    bus.add("hooked", Fixtures.ANY_OBJECT, SOON, (a, c) -> "done");
    for (CallHandle handle : start("hooked", 50)) {
      assertThat(answer(handle).failure()).contains(Failure.TIMEOUT);
    }
    await()
        .untilAsserted(
            () ->
                assertThat(bus.stuck.problems())
                    .singleElement()
                    .asString()
                    .startsWith("hook 0 of com.example.hooks: "));
    assertThat(call("hooked").text()).as("the tool is not to blame").isEqualTo("done");
    assertOthersAreServed();
  }

  @Test
  void nestedCallsThatNeverReturnLeaveThreadsForOthers() throws Exception {
    addStuck("stuck");
    bus.add("outer", Fixtures.ANY_OBJECT, SOON, (a, c) -> c.call("stuck", Map.of()));
    bus.add("calls_fine", (a, c) -> c.call("fine", Map.of()));
    for (CallHandle handle : start("outer", 300)) {
      assertThat(answer(handle).failure()).isPresent();
    }
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    assertOthersAreServed();
  }
}
