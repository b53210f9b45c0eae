package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that return a stage. */
@Timeout(60)
class AsyncToolTest {
  @TempDir Path home;
  private Bus bus;
  private ToolSession session;
  private final ScheduledExecutorService elsewhere = Executors.newSingleThreadScheduledExecutor();

  @BeforeEach
  void start() {
    bus = new Bus(home);
    session = bus.session();
  }

  @AfterEach
  void stop() {
    elsewhere.shutdownNow();
    bus.close();
  }

  private CallResult call(String name, boolean here) {
    ToolCall call = ToolCall.of(name, "");
    return session.call(here ? call.runOnCallerThread() : call);
  }

  private static CallResult answer(CallHandle handle) throws Exception {
    return handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest(name = "M16 a stage''s value is the result; on the caller''s thread: {0}")
  @ValueSource(booleans = {false, true})
  void value(boolean here) {
    bus.add("done", (a, c) -> CompletableFuture.completedFuture("value"));
    bus.add(
        "later",
        (a, c) -> {
          CompletableFuture<Object> later = new CompletableFuture<>();
          elsewhere.schedule(() -> later.complete(Map.of("n", 1)), 20, TimeUnit.MILLISECONDS);
          return later.minimalCompletionStage();
        });
    bus.add(
        "nested",
        (a, c) -> CompletableFuture.supplyAsync(() -> CompletableFuture.completedStage("inner")));
    assertThat(call("done", here).text()).isEqualTo("value");
    assertThat(call("later", here).structuredJson()).contains("{\"n\":1}");
    assertThat(call("nested", here).text()).isEqualTo("inner");
  }

  @Test
  @DisplayName("M16 from a nested call, from worker threads and from a stage's own thread")
  void contexts() {
    bus.add("async", (a, c) -> CompletableFuture.supplyAsync(() -> "value"));
    bus.add("outer", (Tool<Map<String, Object>>) (a, c) -> c.call("async", Map.of()));
    bus.add(
        "inside",
        (a, c) -> CompletableFuture.supplyAsync(() -> c.call("async", Map.of()), elsewhere));
    assertThat(call("outer", false).text()).isEqualTo("value");
    assertThat(call("outer", true).text()).isEqualTo("value");
    assertThat(call("inside", false).text()).isEqualTo("value");
    assertThat(call("inside", true).text()).isEqualTo("value");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatFailsIsTold(boolean here) {
    bus.add("fails", (a, c) -> CompletableFuture.failedFuture(new ToolException("try Lyon")));
    bus.add(
        "wrapped",
        (a, c) ->
            CompletableFuture.failedFuture(
                new CompletionException(new IllegalStateException("broken"))));
    bus.add("nothing", (a, c) -> CompletableFuture.completedFuture(null));
    bus.add(
        "throws",
        (Tool<Map<String, Object>>)
            (a, c) -> {
              throw new IllegalStateException("before there was a stage");
            });
    assertThat(call("fails", here).text()).contains("try Lyon");
    assertThat(call("wrapped", here).text()).contains("IllegalStateException: broken");
    assertThat(call("nothing", here).failure()).contains(Failure.RESULT_CONTRACT);
    assertThat(call("throws", here).text()).contains("before there was a stage");
  }

  @Test
  void endlessStagesBreakTheContract() {
    bus.add("endless", (a, c) -> endless());
    assertThat(call("endless", false).failure()).contains(Failure.RESULT_CONTRACT);
  }

  /** On threads of the test: it never ends by itself, and would keep the common ones busy. */
  private CompletionStage<Object> endless() {
    return CompletableFuture.supplyAsync(this::endless, elsewhere);
  }

  /** Work that ends when it is cancelled, as that of an HTTP client does. */
  private static final class Stoppable extends CompletableFuture<Object> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      return super.cancel(mayInterrupt);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneThatNeverCompletesIsAnsweredAtItsDeadlineAndCancelled(boolean here) {
    CompletableFuture<Object> never = new Stoppable();
    CountDownLatch in = new CountDownLatch(1);
    Candidate tool =
        bus.add(
            "never",
            Fixtures.ANY_OBJECT,
            Duration.ofMillis(100),
            (a, c) -> {
              in.countDown();
              return never;
            });
    do {
      // On a busy machine a call may be answered before its tool has begun.
      assertThat(call("never", here).failure()).contains(Failure.TIMEOUT);
    } while (in.getCount() > 0);
    await().untilAsserted(() -> assertThat(never).isCancelled());
    await().untilAsserted(() -> assertThat(tool.binding().inFlight()).isZero());
    assertThat(tool.binding().abandoned()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneThatCannotBeCancelledStaysInFlightUntilItCompletes(boolean here) {
    CompletableFuture<Object> work = new CompletableFuture<>();
    Candidate tool =
        bus.add(
            "stubborn",
            Fixtures.ANY_OBJECT,
            Duration.ofMillis(100),
            (a, c) -> work.minimalCompletionStage());
    int calls = 0;
    do {
      // On a busy machine a call may be answered before its tool has begun.
      assertThat(call("stubborn", here).failure()).contains(Failure.TIMEOUT);
      calls++;
    } while (tool.binding().inFlight() == 0);
    int all = calls;
    assertThat(tool.binding().inFlight()).isEqualTo(1);
    assertThat(tool.binding().abandoned()).isEqualTo(1);
    work.complete("too late");
    await().untilAsserted(() -> assertThat(tool.binding().inFlight()).isZero());
    await().untilAsserted(() -> assertThat(tool.binding().abandoned()).isZero());
    await().untilAsserted(() -> assertThat(bus.calls).hasSize(all));
  }

  @Test
  void aPlainFutureThatNeverCompletesIsToldAsStuck() throws Exception {
    bus.close();
    bus = new Bus(home, Duration.ofMillis(100));
    session = bus.session();
    CompletableFuture<Object> never = new CompletableFuture<>();
    Candidate tool = bus.add("never", (a, c) -> never);
    CallHandle handle = session.start(ToolCall.of("never", ""));
    await().until(() -> tool.binding().inFlight() == 1);
    handle.cancel("enough");
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).hasSize(1));
    assertThat(bus.stuck.problems().get(0)).contains("1 call of never");
    never.complete("at last");
    await().untilAsserted(() -> assertThat(bus.stuck.problems()).isEmpty());
  }

  @Test
  void cancellingTheCallCancelsTheStage() throws Exception {
    CompletableFuture<Object> work = new Stoppable();
    Candidate tool = bus.add("t", (a, c) -> work);
    CallHandle handle = session.start(ToolCall.of("t", ""));
    await().until(() -> tool.binding().inFlight() == 1);
    handle.cancel("enough");
    assertThat(answer(handle).failure()).contains(Failure.CANCELLED);
    await().untilAsserted(() -> assertThat(work).isCancelled());
    await().untilAsserted(() -> assertThat(tool.binding().inFlight()).isZero());
  }

  @Test
  void aDrainWaitsForStagesAndThenWithdrawsThem() throws Exception {
    CompletableFuture<Object> work = new Stoppable();
    Candidate tool = bus.add("t", (a, c) -> work);
    CallHandle handle = session.start(ToolCall.of("t", ""));
    await().until(() -> tool.binding().inFlight() == 1);
    assertThat(bus.engine.drain(Set.of(tool.binding()), bus.scope, Duration.ofMillis(50)))
        .isEqualTo(1);
    assertThat(answer(handle).failure()).contains(Failure.WITHDRAWN);
    await().untilAsserted(() -> assertThat(work).isCancelled());
  }

  @Test
  void noThreadWaitsForAStage() throws Exception {
    List<CompletableFuture<Object>> work = new ArrayList<>();
    bus.add(
        "t",
        (a, c) -> {
          CompletableFuture<Object> mine = new CompletableFuture<>();
          synchronized (work) {
            work.add(mine);
          }
          return mine;
        });
    int many = 2 * CallThreads.MAX_THREADS;
    List<CallHandle> handles = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      handles.add(session.start(ToolCall.of("t", "")));
    }
    await()
        .until(
            () -> {
              synchronized (work) {
                return work.size() == many;
              }
            });
    work.forEach(one -> one.complete("done"));
    for (CallHandle handle : handles) {
      assertThat(answer(handle).text()).isEqualTo("done");
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void aStageThatCompletesTwiceOrCannotBeHeardIsAnsweredOnce() {
    bus.add(
        "twice",
        (a, c) ->
            stage(
                (BiConsumer<Object, Throwable> heard) -> {
                  heard.accept("first", null);
                  heard.accept("second", null);
                }));
    Candidate deaf =
        bus.add(
            "deaf",
            (a, c) ->
                stage(
                    heard -> {
                      throw new UnsupportedOperationException("deaf");
                    }));
    assertThat(call("twice", false).text()).isEqualTo("first");
    assertThat(call("deaf", false).text()).contains("UnsupportedOperationException");
    assertThat(call("twice", true).text()).isEqualTo("first");
    assertThat(call("deaf", true).text()).contains("UnsupportedOperationException");
    await().untilAsserted(() -> assertThat(deaf.binding().inFlight()).isZero());
    assertThat(bus.calls).hasSize(4);
  }

  /** A stage that somebody made up. */
  private static Object stage(
      java.util.function.Consumer<BiConsumer<Object, Throwable>> listening) {
    return Proxy.newProxyInstance(
        AsyncToolTest.class.getClassLoader(),
        new Class<?>[] {CompletionStage.class},
        (proxy, method, arguments) -> {
          if (!method.getName().equals("whenComplete")) {
            throw new UnsupportedOperationException(method.getName());
          }
          @SuppressWarnings("unchecked")
          BiConsumer<Object, Throwable> heard = (BiConsumer<Object, Throwable>) arguments[0];
          listening.accept(heard);
          return proxy;
        });
  }
}
