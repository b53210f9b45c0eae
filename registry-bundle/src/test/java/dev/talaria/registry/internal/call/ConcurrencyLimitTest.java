package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many calls of a tool, and of an owner, run at once, and what the others do meanwhile. */
@Timeout(60)
class ConcurrencyLimitTest {
  @TempDir Path home;
  private Bus bus;
  private ToolSession session;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @BeforeEach
  void start() {
    bus = new Bus(home);
    session = bus.session();
  }

  @AfterEach
  void stop() {
    bus.close();
  }

  private Candidate limited(String name, int limit, Duration timeout, Tool<?> tool) {
    ToolDocument plain =
        Fixtures.document(name, "tools", false, Fixtures.ANY_OBJECT, Optional.ofNullable(timeout));
    ToolDocument document =
        new ToolDocument(
            name,
            "tools",
            "",
            plain.description(),
            "",
            false,
            plain.annotations(),
            plain.timeout(),
            0,
            List.of(),
            plain.inputSchema(),
            Optional.empty(),
            new ToolDocument.Behaviour("", "", limit, false),
            List.of());
    Candidate candidate =
        Fixtures.candidate(
            bus.ids.getAndIncrement(), bus.scope, "d1", 0, document, Fixtures.constant(tool));
    bus.publisher.apply(new InputChange.Arrived(candidate));
    return candidate;
  }

  private void limitOwner(int limit) {
    bus.publisher.apply(
        new InputChange.Decided(
            new Policy(
                false,
                Map.of(),
                Map.of(
                    Bus.OWNER.name(),
                    new PluginPolicy(
                        true, PluginPolicy.Overriding.UNSET, Optional.empty(), Set.of(), limit)))));
  }

  private Tool<Map<String, Object>> counting(CountDownLatch go) {
    return (a, c) -> {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      try {
        go.await();
        return "done";
      } finally {
        inside.decrementAndGet();
      }
    };
  }

  private List<CallHandle> start(String name, int count) {
    List<CallHandle> handles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      handles.add(session.start(ToolCall.of(name, "")));
    }
    return handles;
  }

  private static CallResult answer(CallHandle handle) throws Exception {
    return handle.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void soManyAndNoMoreAndTheOthersHoldNoThread() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    limited("two", 2, null, counting(go));
    bus.add("other", (a, c) -> "free");
    List<CallHandle> handles = start("two", CallThreads.MAX_THREADS + 100);
    await().until(() -> inside.get() == 2);
    assertThat(session.call(ToolCall.of("other", "")).text()).isEqualTo("free");
    go.countDown();
    for (CallHandle handle : handles) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
    assertThat(most).hasValue(2);
    assertThat(bus.engine.gates()).isZero();
  }

  @Test
  void waitingCallsGoInInTheirOrder() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Queue<Long> order = new ConcurrentLinkedQueue<>();
    limited(
        "one",
        1,
        null,
        (a, c) -> {
          go.await();
          order.add(c.sequence());
          return "done";
        });
    List<CallHandle> handles = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      handles.add(session.start(ToolCall.of("one", "")));
      int waiting = i - 1;
      await().until(() -> bus.engine.gates() == 1 && bus.engine.waiting() == waiting);
    }
    go.countDown();
    for (CallHandle handle : handles) {
      answer(handle);
    }
    assertThat(List.copyOf(order)).isSorted().hasSize(20);
  }

  @Test
  void whoIsCancelledOrOverdueLeavesTheLine() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    limited("one", 1, Duration.ofMillis(500), counting(go));
    CallHandle first = session.start(ToolCall.of("one", ""));
    await().until(() -> inside.get() == 1);
    CallHandle cancelled = session.start(ToolCall.of("one", ""));
    await().until(() -> bus.engine.waiting() == 1);
    cancelled.cancel("enough");
    assertThat(answer(cancelled).failure()).contains(Failure.CANCELLED);
    assertThat(bus.engine.waiting()).isZero();
    CallHandle late = session.start(ToolCall.of("one", ""));
    assertThat(answer(late).failure()).contains(Failure.TIMEOUT);
    assertThat(answer(first).failure()).contains(Failure.TIMEOUT);
    go.countDown();
    await().until(() -> bus.engine.gates() == 0);
    assertThat(session.call(ToolCall.of("one", "")).text()).isEqualTo("done");
  }

  @Test
  void workThatGoesOnBehindAFutureKeepsThePlaceOfItsCall() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    ExecutorService elsewhere = Executors.newCachedThreadPool();
    try {
      limited(
          "one",
          1,
          null,
          (a, c) ->
              CompletableFuture.supplyAsync(
                  () -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    try {
                      go.await();
                      return "done";
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    } finally {
                      inside.decrementAndGet();
                    }
                  },
                  elsewhere));
      CallHandle first = session.start(ToolCall.of("one", ""));
      await().until(() -> inside.get() == 1);
      first.cancel("enough");
      assertThat(answer(first).failure()).contains(Failure.CANCELLED);
      CallHandle second = session.start(ToolCall.of("one", ""));
      await().until(() -> bus.engine.waiting() == 1);
      go.countDown();
      assertThat(answer(second).text()).isEqualTo("done");
      assertThat(most).hasValue(1);
    } finally {
      elsewhere.shutdownNow();
    }
  }

  @Test
  void theLineHasABound() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    limited("one", 1, null, counting(go));
    List<CallHandle> handles = start("one", CallEngine.MAX_AT_GATE + 1);
    await().until(() -> bus.engine.waiting() == CallEngine.MAX_AT_GATE);
    CallResult busy = session.call(ToolCall.of("one", ""));
    assertThat(busy.failure()).contains(Failure.UNAVAILABLE);
    assertThat(busy.text()).contains("busy");
    go.countDown();
    for (CallHandle handle : handles) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
  }

  @Test
  void theOwnersLimitHoldsForAllItsToolsAndTakesEffectLive() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    bus.add("a", counting(go));
    bus.add("b", counting(go));
    limitOwner(1);
    CallHandle a = session.start(ToolCall.of("a", ""));
    await().until(() -> inside.get() == 1);
    CallHandle b = session.start(ToolCall.of("b", ""));
    await().until(() -> bus.engine.waiting() == 1);
    limitOwner(0);
    CallHandle unlimited = session.start(ToolCall.of("b", ""));
    await().until(() -> inside.get() == 2);
    go.countDown();
    for (CallHandle handle : List.of(a, b, unlimited)) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
  }

  @Test
  void aCallOutOfACallOfTheSameOwnerOrToolDoesNotWaitForIt() {
    limited(
        "again",
        1,
        Duration.ofSeconds(10),
        (Tool<Map<String, Object>>)
            (a, c) -> a.isEmpty() ? c.call("again", Map.of("deep", true)) : "inner");
    bus.add("inner", (a, c) -> "inner");
    bus.add("outer", (Tool<Map<String, Object>>) (a, c) -> c.call("inner", Map.of()));
    limitOwner(1);
    assertThat(session.call(ToolCall.of("again", "")).text()).isEqualTo("inner");
    assertThat(session.call(ToolCall.of("outer", "")).text()).isEqualTo("inner");
    assertThat(session.call(ToolCall.of("outer", "").runOnCallerThread()).text())
        .isEqualTo("inner");
  }

  @Test
  void theLineOutlivesAReplacementOfTheToolByTheSameOwner() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Candidate old = limited("one", 1, null, counting(go));
    CallHandle first = session.start(ToolCall.of("one", ""));
    await().until(() -> inside.get() == 1);
    CallHandle second = session.start(ToolCall.of("one", ""));
    await().until(() -> bus.engine.waiting() == 1);
    Candidate next =
        Fixtures.candidate(
            900, bus.scope, "d1", 0, old.document(), Fixtures.constant((a, c) -> "next"));
    bus.publisher.apply(List.of(new InputChange.Left(old), new InputChange.Arrived(next)));
    assertThat(bus.engine.waiting()).isEqualTo(1);
    go.countDown();
    assertThat(answer(first).text()).isEqualTo("done");
    assertThat(answer(second).text()).isEqualTo("next");
  }

  @Test
  void callsOnTheirCallersThreadsWaitToo() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    limited("one", 1, null, counting(go));
    List<Thread> callers = new ArrayList<>();
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 4; i++) {
      Thread caller =
          new Thread(
              () -> answers.add(session.call(ToolCall.of("one", "").runOnCallerThread()).text()),
              "caller-" + i);
      caller.start();
      callers.add(caller);
    }
    await().until(() -> bus.engine.waiting() == 3);
    go.countDown();
    for (Thread caller : callers) {
      caller.join(20_000);
    }
    assertThat(answers).containsExactly("done", "done", "done", "done");
    assertThat(most).hasValue(1);
  }
}
