package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that run on the thread of whoever waits for them. */
@Timeout(60)
class CallerThreadTest {
  @TempDir Path home;
  private Bus bus;
  private ToolSession session;

  @BeforeEach
  void start() {
    bus = new Bus(home);
    session = bus.session();
  }

  @AfterEach
  void stop() {
    bus.close();
    assertThat(Thread.interrupted()).isFalse();
  }

  private CallResult call(String name) {
    return session.call(ToolCall.of(name, "").runOnCallerThread());
  }

  private static Tool<Map<String, Object>> sleeper() {
    return (a, c) -> {
      new CountDownLatch(1).await();
      return "";
    };
  }

  @Test
  @DisplayName("R1 R2 arguments and context reach the tool, on this thread, and those it calls")
  void here() {
    bus.add("inner", (a, c) -> Thread.currentThread().getName() + a);
    bus.add("outer", (Tool<Map<String, Object>>) (a, c) -> c.call("inner", a));
    String me = Thread.currentThread().getName();
    assertThat(session.call(ToolCall.of("outer", Map.of("n", 1)).runOnCallerThread()).text())
        .isEqualTo(me + "{n=1}");
    assertThat(session.call(ToolCall.of("outer", Map.of("n", 1))).text()).doesNotContain(me);
  }

  @Test
  void theThreadIsLeftAsItWas() {
    ClassLoader mine = new ClassLoader() {};
    Thread.currentThread().setContextClassLoader(mine);
    try {
      bus.add("slow", Fixtures.ANY_OBJECT, Duration.ofMillis(50), sleeper());
      bus.add(
          "stubborn",
          Fixtures.ANY_OBJECT,
          Duration.ofMillis(50),
          (a, c) -> {
            while (!Thread.currentThread().isInterrupted()) {
              Thread.onSpinWait();
            }
            return "returned, still interrupted";
          });
      assertThat(call("slow").failure()).contains(Failure.TIMEOUT);
      assertThat(call("stubborn").failure()).contains(Failure.TIMEOUT);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(mine);
    } finally {
      Thread.currentThread().setContextClassLoader(null);
    }
  }

  @Test
  void theDeadlineOfTheOuterCallEndsTheInnerOneToo() {
    bus.add("inner", sleeper());
    bus.add(
        "outer",
        Fixtures.ANY_OBJECT,
        Duration.ofMillis(100),
        (Tool<Map<String, Object>>) (a, c) -> c.call("inner", Map.of()));
    for (int i = 0; i < 20; i++) {
      assertThat(call("outer").failure()).contains(Failure.TIMEOUT);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void theDeadlineOfTheInnerCallLeavesTheOuterOneAlone() {
    bus.add("inner", Fixtures.ANY_OBJECT, Duration.ofMillis(50), sleeper());
    bus.add(
        "outer",
        (Tool<Map<String, Object>>)
            (a, c) ->
                c.call("inner", Map.of()).failure().orElseThrow()
                    + " "
                    + Thread.currentThread().isInterrupted());
    assertThat(call("outer").text()).isEqualTo("TIMEOUT false");
  }

  @Test
  void interruptingTheCallerCancelsTheCallAndStaysNoted() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          in.countDown();
          new CountDownLatch(1).await();
          return "";
        });
    FutureTask<String> work =
        new FutureTask<>(
            () -> call("slow").failure() + " " + Thread.currentThread().isInterrupted());
    Thread caller = new Thread(work, "caller");
    caller.start();
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    caller.interrupt();
    assertThat(work.get(10, TimeUnit.SECONDS)).isEqualTo("Optional[CANCELLED] true");

    FutureTask<String> begun =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return call("slow").failure() + " " + Thread.currentThread().isInterrupted();
            });
    Thread interrupted = new Thread(begun, "interrupted");
    interrupted.start();
    assertThat(begun.get(10, TimeUnit.SECONDS)).isEqualTo("Optional[CANCELLED] true");
  }

  @Test
  void aSuspendedToolIsWaitedForHere() throws Exception {
    Candidate first = bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(20), (a, c) -> "first");
    first.binding().detach();
    bus.publisher.apply(new InputChange.Suspended(first));
    FutureTask<String> work = new FutureTask<>(() -> call("t").text());
    new Thread(work, "caller").start();
    Candidate second =
        Fixtures.candidate(
            900, bus.scope, "d1", 0, first.document(), Fixtures.constant((a, c) -> "second"));
    await()
        .pollDelay(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(work.isDone()).isFalse());
    bus.publisher.apply(List.of(new InputChange.Left(first), new InputChange.Arrived(second)));
    assertThat(work.get(10, TimeUnit.SECONDS)).isEqualTo("second");

    Candidate hasty = bus.add("u", Fixtures.ANY_OBJECT, Duration.ofMillis(50), (a, c) -> "");
    hasty.binding().detach();
    assertThat(call("u").failure()).contains(Failure.TIMEOUT);
  }

  @Test
  void closingTheSessionOrTheEngineEndsTheWait() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          in.countDown();
          new CountDownLatch(1).await();
          return "";
        });
    FutureTask<CallResult> work = new FutureTask<>(() -> call("slow"));
    new Thread(work, "caller").start();
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    session.close();
    assertThat(work.get(10, TimeUnit.SECONDS).failure()).contains(Failure.CANCELLED);
    bus.engine.close();
    assertThat(bus.session().call(ToolCall.of("slow", "").runOnCallerThread()).failure())
        .contains(Failure.WITHDRAWN);
  }

  @Test
  @DisplayName("M3 M4 R9 R13 arguments that are none and tools that throw are answered, not thrown")
  void broken() {
    bus.add(
        "throws",
        (a, c) -> {
          throw new IllegalStateException("broken");
        });
    assertThat(call("throws").text()).contains("[TOOL_ERROR]", "IllegalStateException: broken");
    assertThat(call("nope").text()).contains("Unknown tool: nope");
    bus.add("fine", (a, c) -> a.toString());
    assertThat(session.call(ToolCall.of("fine", "null").runOnCallerThread()).isFailure()).isTrue();
    Map<String, Object> itself = new java.util.HashMap<>();
    itself.put("me", itself);
    assertThat(session.call(ToolCall.of("fine", itself).runOnCallerThread()).failure())
        .contains(Failure.INVALID_ARGUMENTS);
  }
}
