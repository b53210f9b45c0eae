package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ToolSource;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every call is answered exactly once, whatever the tool does. */
@Timeout(60)
class CallEngineTest {
  public record Args(String text, int times) {}

  public record Result(String text) {}

  public static final class Echo implements Tool<Args> {
    @Override
    public Object call(Args arguments, ToolContext context) {
      return new Result(arguments.text().repeat(arguments.times()));
    }
  }

  private static final String ECHO_SCHEMA =
      """
      {"type":"object","properties":{"text":{"type":"string"},"times":{"type":"integer","default":1}},
       "required":["text"],"additionalProperties":false}
      """;

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
  }

  private CallResult call(String name, String json) {
    return session.call(ToolCall.of(name, json));
  }

  private static void assertFailure(CallResult result, Failure failure, String... texts) {
    assertThat(result.failure()).contains(failure);
    assertThat(result.text()).startsWith("{\"error\":");
    for (String text : texts) {
      assertThat(result.text()).contains(text);
    }
  }

  @Test
  void argumentsReachTheToolAsItsRecordCoercedAndWithDefaults() {
    bus.add("echo", ECHO_SCHEMA, null, new Echo());
    assertThat(call("echo", "{\"text\":\"a\",\"times\":\"3\"}").structuredJson())
        .contains("{\"text\":\"aaa\"}");
    assertThat(call("echo", "{\"text\":\"a\"}").structuredJson()).contains("{\"text\":\"a\"}");
  }

  @Test
  void wrongArgumentsAreToldAndTheToolDoesNotRun() {
    AtomicInteger runs = new AtomicInteger();
    bus.add(
        "echo", ECHO_SCHEMA, null, (Tool<Map<String, Object>>) (a, c) -> runs.incrementAndGet());
    assertFailure(call("echo", "{\"times\":1}"), Failure.INVALID_ARGUMENTS, "text");
    assertFailure(call("echo", "{\"text\":"), Failure.INVALID_ARGUMENTS);
    assertFailure(call("echo", "[1]"), Failure.INVALID_ARGUMENTS);
    assertThat(runs).hasValue(0);
  }

  @Test
  void anUnknownToolIsNamed() {
    assertFailure(call("nope", "{}"), Failure.UNKNOWN_TOOL, "Unknown tool: nope");
  }

  @Test
  void whatAToolThrowsBecomesAnEnvelope() {
    bus.add(
        "says",
        (a, c) -> {
          throw new ToolException("no such place: try Lyon");
        });
    bus.add(
        "throws",
        (a, c) -> {
          throw new IllegalStateException("broken");
        });
    bus.add(
        "link",
        (a, c) -> {
          throw new NoClassDefFoundError("x/Y");
        });
    bus.add("overflow", (a, c) -> overflow(1));
    bus.add(
        "error",
        (a, c) -> {
          throw new AssertionError("wrong");
        });
    bus.add(
        "evil",
        (a, c) -> {
          throw new EvilException();
        });
    assertFailure(call("says", ""), Failure.TOOL_ERROR, "no such place: try Lyon");
    assertFailure(call("throws", ""), Failure.TOOL_ERROR, "IllegalStateException: broken");
    assertFailure(call("link", ""), Failure.TOOL_ERROR, "NoClassDefFoundError");
    assertFailure(call("overflow", ""), Failure.TOOL_ERROR, "StackOverflowError");
    assertFailure(call("error", ""), Failure.TOOL_ERROR, "AssertionError");
    assertFailure(call("evil", ""), Failure.TOOL_ERROR, "EvilException");
  }

  private static Object overflow(int depth) {
    return List.of(overflow(depth + 1));
  }

  @SuppressWarnings("serial")
  private static final class EvilException extends RuntimeException {
    @Override
    public String getMessage() {
      throw new IllegalStateException("not even this");
    }
  }

  @Test
  void whatIsNoResultBreaksTheContract() {
    bus.add("nothing", (a, c) -> null);
    bus.add("thread", (a, c) -> Thread.currentThread());
    bus.add(
        "selfish",
        (a, c) -> {
          List<Object> itself = new ArrayList<>();
          itself.add(itself);
          return itself;
        });
    assertFailure(call("nothing", ""), Failure.RESULT_CONTRACT, "null");
    assertFailure(call("thread", ""), Failure.RESULT_CONTRACT);
    assertFailure(call("selfish", ""), Failure.RESULT_CONTRACT);
  }

  @Test
  void aToolThatNeverReturnsIsAnsweredAtItsDeadlineAndKeepsItsLease() {
    CountDownLatch free = new CountDownLatch(1);
    Candidate stuck =
        bus.add("stuck", Fixtures.ANY_OBJECT, Duration.ofMillis(100), (a, c) -> waitFor(free));
    do {
      // On a busy machine a call may be answered before its tool has begun.
      assertFailure(call("stuck", ""), Failure.TIMEOUT, "stuck");
    } while (stuck.binding().inFlight() == 0);
    assertThat(stuck.binding().inFlight()).isEqualTo(1);
    free.countDown();
    await().untilAsserted(() -> assertThat(stuck.binding().inFlight()).isZero());
    assertThat(stuck.binding().abandoned()).isZero();
  }

  /** Ignores being interrupted, as bad tools do. */
  private static String waitFor(CountDownLatch latch) {
    for (; ; ) {
      try {
        latch.await();
        return "free";
      } catch (InterruptedException e) {
        continue;
      }
    }
  }

  @Test
  void cancellingInterruptsTheToolAndRunsItsActions() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch acted = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          Subscription ignored = c.onCancel(acted::countDown);
          in.countDown();
          try {
            new CountDownLatch(1).await();
            return ignored;
          } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
          }
        });
    CallHandle handle = session.start(ToolCall.of("slow", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    handle.cancel("the user left");
    assertFailure(
        handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS),
        Failure.CANCELLED,
        "the user left");
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(acted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anInterruptionDoesNotReachTheNextCallOnTheThread() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          in.countDown();
          while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
          }
          return "left, still interrupted";
        });
    bus.add("check", (a, c) -> Thread.currentThread().isInterrupted());
    session.start(ToolCall.of("slow", "")).cancel("");
    for (int i = 0; i < 50; i++) {
      assertThat(call("check", "").text()).isEqualTo("false");
    }
  }

  @Test
  void closingTheSessionCancelsItsCallsAndDropsItsState() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          c.sessionState(Kept.class, () -> new Kept(closed));
          in.countDown();
          new CountDownLatch(1).await();
          return "";
        });
    CallHandle handle = session.start(ToolCall.of("slow", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    session.close();
    assertFailure(
        handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS), Failure.CANCELLED);
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertFailure(call("slow", ""), Failure.CANCELLED, "session has ended");
  }

  private record Kept(CountDownLatch closed) implements AutoCloseable {
    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void sessionStateIsOneObjectAndGoesWithItsOwner() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    bus.add(
        "state",
        (a, c) ->
            Integer.toString(
                System.identityHashCode(c.sessionState(Kept.class, () -> new Kept(closed)))));
    assertThat(call("state", "").text()).isEqualTo(call("state", "").text());
    bus.scope.leave();
    bus.sessions.drop(bus.scope);
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertFailure(call("state", ""), Failure.TOOL_ERROR, "taken away");
  }

  @Test
  void toolsCallToolsAtMostEightDeep() {
    ConcurrentLinkedQueue<Long> sequences = new ConcurrentLinkedQueue<>();
    bus.add(
        "deep",
        (Tool<Map<String, Object>>)
            (a, c) -> {
              sequences.add(c.sequence());
              CallResult below = c.call("deep", Map.of());
              return below.isFailure() ? "1 " + below.failure().get() : "1 " + below.text();
            });
    assertThat(call("deep", "").text()).isEqualTo("1 ".repeat(8) + "BLOCKED");
    assertThat(sequences).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void aNestedCallHasTheCallersDeadlineAndFilter() {
    AtomicBoolean shorter = new AtomicBoolean();
    bus.add(
        "inner",
        (a, c) -> {
          shorter.set(c.remaining().compareTo(Duration.ofSeconds(5)) <= 0);
          return c.principal() + " " + c.sessionId();
        });
    bus.add(
        "outer",
        Fixtures.ANY_OBJECT,
        Duration.ofSeconds(5),
        (Tool<Map<String, Object>>) (a, c) -> c.call("inner", Map.of()));
    assertThat(call("outer", "").text()).isEqualTo("tester " + session.id());
    assertThat(shorter).isTrue();
    ToolSession narrow =
        bus.sessions.open(SessionSpec.of("x", "", ToolFilter.only(Set.of("elsewhere")), List.of()));
    assertFailure(narrow.call(ToolCall.of("inner", "")), Failure.UNKNOWN_TOOL);
    assertThat(narrow.view().tools()).isEmpty();
  }

  @Test
  void anEndedCallEndsTheCallsItMade() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    bus.add(
        "inner",
        (a, c) -> {
          in.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return "";
        });
    bus.add("outer", (a, c) -> c.call("inner", Map.of()));
    CallHandle handle = session.start(ToolCall.of("outer", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    handle.cancel("");
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anOverridingToolReachesTheOneBelowThoughTheSessionDoesNot() {
    OwnerId core = OwnerId.builtin("core");
    Candidate builtin =
        Fixtures.candidate(
            500,
            Fixtures.scope(core),
            Candidate.CORE,
            0,
            Fixtures.document("terminal", "terminal", false),
            Fixtures.constant((Tool<Map<String, Object>>) (a, c) -> "builtin " + a));
    OwnerId safe = OwnerId.plugin("safe");
    Candidate guard =
        Fixtures.candidate(
            501,
            Fixtures.scope(safe),
            "d1",
            0,
            Fixtures.document("terminal", "x", true),
            Fixtures.constant(
                (Tool<Map<String, Object>>) (a, c) -> c.callOverridden(Map.of("by", "guard"))));
    bus.publisher.apply(
        List.of(
            new InputChange.Placed(core, 1),
            new InputChange.Arrived(builtin),
            new InputChange.Placed(safe, 2),
            new InputChange.Promoted(safe, "d1"),
            new InputChange.Arrived(guard),
            new InputChange.Decided(
                new Policy(
                    true,
                    Map.of("terminal", RequiredOwner.of("safe")),
                    Map.of("x", PluginPolicy.UNSAID)))));
    assertThat(call("terminal", "").text()).isEqualTo("builtin {by=guard}");
    bus.publisher.apply(new InputChange.Left(builtin));
    assertFailure(call("terminal", ""), Failure.UNKNOWN_TOOL, "below");
  }

  @Test
  void theObjectIsFetchedAtTheFirstCallAndGivenBackWhenTheLastCallIsOut() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    Fixtures.CountingSource source =
        Fixtures.constant(
            (a, c) -> {
              in.countDown();
              return waitFor(free);
            });
    Candidate candidate =
        Fixtures.candidate(
            700, bus.scope, "d1", 0, Fixtures.document("lazy", "tools", false), source);
    bus.publisher.apply(new InputChange.Arrived(candidate));
    assertThat(session.view().tools()).hasSize(1);
    assertThat(source.obtained).hasValue(0);
    CallHandle handle = session.start(ToolCall.of("lazy", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    bus.publisher.apply(new InputChange.Left(candidate));
    assertFailure(call("lazy", ""), Failure.UNKNOWN_TOOL);
    assertThat(source.released).hasValue(0);
    free.countDown();
    assertThat(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("free");
    await().untilAsserted(() -> assertThat(source.released).hasValue(1));
    assertThat(source.obtained).hasValue(1);
  }

  @Test
  void aToolThatCannotBeMadeIsTriedAgainByTheNextCall() {
    AtomicInteger tries = new AtomicInteger();
    ToolSource moody =
        new ToolSource() {
          @Override
          public Obtained obtain() throws ToolUnavailableException {
            if (tries.incrementAndGet() == 1) {
              throw new ToolUnavailableException("its constructor failed");
            }
            return new Obtained((a, c) -> "made", null);
          }

          @Override
          public void release() {}
        };
    bus.publisher.apply(
        new InputChange.Arrived(
            Fixtures.candidate(
                800, bus.scope, "d1", 0, Fixtures.document("moody", "tools", false), moody)));
    assertFailure(call("moody", ""), Failure.UNAVAILABLE, "its constructor failed");
    assertThat(call("moody", "").text()).isEqualTo("made");
  }

  @Test
  void drainingWaitsThenInterruptsAndLetsNewCallsWait() throws Exception {
    CountDownLatch in = new CountDownLatch(2);
    CountDownLatch free = new CountDownLatch(1);
    Candidate quick =
        bus.add(
            "quick",
            (a, c) -> {
              in.countDown();
              return waitFor(free);
            });
    Candidate slow =
        bus.add(
            "slow",
            (a, c) -> {
              in.countDown();
              new CountDownLatch(1).await();
              return "";
            });
    CallHandle one = session.start(ToolCall.of("quick", ""));
    CallHandle two = session.start(ToolCall.of("slow", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    free.countDown();
    int interrupted =
        bus.engine.drain(
            Set.of(quick.binding(), slow.binding()), bus.scope, bus.limits.drainTimeout());
    assertThat(interrupted).isEqualTo(1);
    assertThat(one.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("free");
    assertFailure(two.result().toCompletableFuture().get(10, TimeUnit.SECONDS), Failure.WITHDRAWN);

    CallHandle waiting = session.start(ToolCall.of("quick", ""));
    bus.publisher.apply(new InputChange.Left(quick));
    assertFailure(
        waiting.result().toCompletableFuture().get(10, TimeUnit.SECONDS), Failure.UNKNOWN_TOOL);
  }

  @Test
  void aCallThatAToolInFlightMakesIntoItsOwnBundleGetsThroughADrain() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Candidate outer =
        bus.add(
            "outer",
            (a, c) -> {
              in.countDown();
              waitFor(go);
              return c.call("inner", Map.of());
            });
    Candidate inner = bus.add("inner", (a, c) -> "inner ran");
    CallHandle handle = session.start(ToolCall.of("outer", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    outer.binding().drain(Thread.currentThread());
    inner.binding().drain(Thread.currentThread());
    go.countDown();
    assertThat(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("inner ran");
  }

  @Test
  void aSuspendedToolsCallsWaitForItsReturnAndHaveADeadline() throws Exception {
    Candidate first = bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(20), (a, c) -> "first");
    first.binding().detach();
    bus.publisher.apply(new InputChange.Suspended(first));
    CallHandle waiting = session.start(ToolCall.of("t", ""));
    Candidate second =
        Fixtures.candidate(
            900, bus.scope, "d1", 0, first.document(), Fixtures.constant((a, c) -> "second"));
    bus.publisher.apply(List.of(new InputChange.Left(first), new InputChange.Arrived(second)));
    assertThat(waiting.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("second");

    Candidate hasty = bus.add("u", Fixtures.ANY_OBJECT, Duration.ofMillis(50), (a, c) -> "");
    hasty.binding().detach();
    assertFailure(call("u", ""), Failure.TIMEOUT);
  }

  @Test
  void progressGrowsAndGoesToTheCaller() {
    ConcurrentLinkedQueue<Double> heard = new ConcurrentLinkedQueue<>();
    bus.add(
        "steps",
        (a, c) -> {
          c.progress(1, 3, "");
          c.progress(1, 3, "no further");
          c.progress(2, 3, "");
          return "done";
        });
    session.call(
        new ToolCall("steps", "", Optional.of("mine"), Optional.of((p, t, m) -> heard.add(p))));
    assertThat(heard).containsExactly(1.0, 2.0);
    await().untilAsserted(() -> assertThat(bus.calls).anyMatch(d -> "mine".equals(d.get("call"))));
    assertThat(bus.calls)
        .anyMatch(d -> "OK".equals(d.get("outcome")) && "com.example.tools".equals(d.get("owner")));
  }

  @Test
  void theContextKnowsTheOwnersFolderAndLogAndCannotAskYet() {
    bus.add(
        "context",
        (a, c) -> {
          c.log().log(System.Logger.Level.INFO, "hello {0}", "there");
          return c.dataFolder() + " " + c.log().getName() + " " + c.ask("sure?", "").action();
        });
    Path folder = home.resolve("data/bundles/com.example.tools");
    assertThat(call("context", "").text())
        .isEqualTo(folder + " com.example.tools.context UNAVAILABLE");
    assertThat(folder).isDirectory();
  }

  @Test
  void theContextClassLoaderIsTheToolsDuringTheCall() {
    bus.add("loader", new Loader());
    assertThat(call("loader", "").text()).isEqualTo("true");
  }

  public static final class Loader implements Tool<Map<String, Object>> {
    @Override
    public Object call(Map<String, Object> arguments, ToolContext context) {
      return Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
    }
  }

  @Test
  void endingTheRuntimeAnswersWhatIsUnderWay() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    bus.add(
        "slow",
        (a, c) -> {
          in.countDown();
          new CountDownLatch(1).await();
          return "";
        });
    CallHandle handle = session.start(ToolCall.of("slow", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    bus.engine.close();
    assertFailure(
        handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS), Failure.WITHDRAWN);
    assertFailure(call("slow", ""), Failure.WITHDRAWN);
  }
}
