package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Elicitor;
import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.Decision;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.tool.OwnerId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What hooks see, when, how often, and what comes of it. */
@Timeout(60)
class HooksTest {
  private static final String NUMBER =
      """
      {"type":"object","properties":{"n":{"type":"integer","default":1}},"additionalProperties":false}
      """;

  @TempDir Path home;
  private Bus bus;
  private ToolSession session;
  private final Queue<String> order = new ConcurrentLinkedQueue<>();

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

  private static void assertBlocked(CallResult result, String... texts) {
    assertThat(result.failure()).contains(Failure.BLOCKED);
    for (String text : texts) {
      assertThat(result.text()).contains(text);
    }
  }

  private static Tool<Map<String, Object>> echo() {
    return (a, c) -> "ran " + a;
  }

  private static CallResult text(String text) {
    return new CallResult(List.of(new Content.Text(text)), Optional.empty(), Optional.empty());
  }

  @Test
  @DisplayName("M5 rewriting, blocking, tool, observing, transforming; one duration for both last")
  void order() {
    Queue<CallReport> reports = new ConcurrentLinkedQueue<>();
    bus.add(
        "t",
        (a, c) -> {
          order.add("tool");
          return "done";
        });
    bus.hooks =
        new HookBuilder()
            .transform(
                (call, report) -> {
                  order.add("transform");
                  reports.add(report);
                  return Optional.empty();
                })
            .observe(
                (call, report) -> {
                  order.add("observe");
                  reports.add(report);
                })
            .block(
                call -> {
                  order.add("block");
                  assertThat(call.callId()).isEqualTo("mine");
                  assertThat(call.sessionId()).isEqualTo(session.id());
                  assertThat(call.principal()).isEqualTo("tester");
                  assertThat(call.tool().owner()).isEqualTo("com.example.tools");
                  assertThat(call.depth()).isEqualTo(1);
                  return Decision.PROCEED;
                })
            .rewrite(
                call -> {
                  order.add("rewrite");
                  return Optional.empty();
                })
            .build();
    CallResult result = session.call(ToolCall.of("t", "").withCallId("mine"));
    assertThat(result.text()).isEqualTo("done");
    assertThat(order).containsExactly("rewrite", "block", "tool", "observe", "transform");
    assertThat(reports).hasSize(2).doesNotContainNull();
    assertThat(Set.copyOf(reports)).hasSize(1);
    assertThat(reports.peek().status()).isEqualTo(CallReport.Status.OK);
    assertThat(reports.peek().duration()).isPositive();
  }

  @Test
  @DisplayName("M6 a block answers {\"error\": message}, nothing runs, observers hear of it")
  void block() {
    Queue<CallReport> reports = new ConcurrentLinkedQueue<>();
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger later = new AtomicInteger();
    Candidate tool = bus.add("t", (a, c) -> runs.incrementAndGet());
    bus.hooks =
        new HookBuilder()
            .block(call -> new Decision.Block("not on Sundays"))
            .block(
                call -> {
                  later.incrementAndGet();
                  return Decision.PROCEED;
                })
            .observe((call, report) -> reports.add(report))
            .transform((call, report) -> Optional.of(text("never")))
            .build();
    assertThat(call("t", "").text()).isEqualTo("{\"error\":\"not on Sundays\"}");
    assertBlocked(call("t", ""));
    assertThat(runs).hasValue(0);
    assertThat(later).hasValue(0);
    assertThat(tool.binding().inFlight()).isZero();
    assertThat(reports)
        .hasSize(2)
        .allSatisfy(
            r -> {
              assertThat(r.status()).isEqualTo(CallReport.Status.BLOCKED);
              assertThat(r.duration()).isZero();
            });
    assertThat(bus.calls).anyMatch(d -> "blocked".equals(d.get("status")));
  }

  // The reference ignores malformed directives. Typed hooks cannot say anything malformed but null,
  // and a guard that is broken fails closed.
  @Test
  @DisplayName("M8 changed by the design: a guard that decides null or throws blocks")
  void brokenGuardsAreClosed() {
    AtomicInteger runs = new AtomicInteger();
    bus.add("t", (a, c) -> runs.incrementAndGet());
    bus.hooks = new HookBuilder().block(call -> null).build();
    assertBlocked(call("t", ""), "decided nothing", "com.example.hooks");
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  throw new IllegalStateException("broken");
                })
            .build();
    assertBlocked(call("t", ""), "could not decide", "IllegalStateException");
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  throw new NoClassDefFoundError("gone");
                })
            .build();
    assertBlocked(call("t", ""), "NoClassDefFoundError");
    assertThat(runs).hasValue(0);
  }

  @Test
  @DisplayName("M9 a guard is asked exactly once for each call, also when the call had to wait")
  void once() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Candidate first = bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(20), echo());
    first.binding().detach();
    bus.publisher.apply(new InputChange.Suspended(first));
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  asked.incrementAndGet();
                  return Decision.PROCEED;
                })
            .build();
    CallHandle waiting = session.start(ToolCall.of("t", ""));
    await().untilAsserted(() -> assertThat(asked).hasValue(1));
    Candidate second =
        Fixtures.candidate(900, bus.scope, "d1", 0, first.document(), Fixtures.constant(echo()));
    bus.publisher.apply(List.of(new InputChange.Left(first), new InputChange.Arrived(second)));
    assertThat(waiting.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("ran {}");
    assertThat(asked).hasValue(1);
  }

  @Test
  @DisplayName("M9 when another tool takes over meanwhile, its arguments and guards are its own")
  void anotherToolIsAnotherDecision() throws Exception {
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    Candidate first = bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(20), echo());
    first.binding().detach();
    bus.publisher.apply(new InputChange.Suspended(first));
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  asked.add(call.argumentsJson());
                  return Decision.PROCEED;
                })
            .build();
    CallHandle waiting = session.start(ToolCall.of("t", "{\"n\":\"7\"}"));
    await().untilAsserted(() -> assertThat(asked).hasSize(1));
    Candidate second =
        Fixtures.candidate(
            900,
            bus.scope,
            "d1",
            0,
            Fixtures.document("t", "tools", false, NUMBER, Optional.empty()),
            Fixtures.constant(echo()));
    bus.publisher.apply(List.of(new InputChange.Left(first), new InputChange.Arrived(second)));
    assertThat(waiting.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("ran {n=7}");
    assertThat(asked).containsExactly("{\"n\":\"7\"}", "{\"n\":7}");
  }

  @Test
  @DisplayName("M10 the first transformation wins; empty ones change nothing")
  void transform() {
    bus.add("t", (a, c) -> "original");
    bus.hooks =
        new HookBuilder()
            .transform((call, report) -> Optional.empty())
            .transform((call, report) -> Optional.of(text("first")))
            .transform((call, report) -> Optional.of(text("second")))
            .build();
    assertThat(call("t", "").text()).isEqualTo("first");
    bus.hooks = new HookBuilder().transform((call, report) -> Optional.empty()).build();
    assertThat(call("t", "").text()).isEqualTo("original");
  }

  // The reference leaves the result as it is. What a transformation was to take out would be seen.
  @Test
  @DisplayName("M10 changed by the design: a result whose transformation is broken is withheld")
  void brokenTransformationsWithholdTheResult() {
    AtomicInteger runs = new AtomicInteger();
    bus.add(
        "t",
        (a, c) -> {
          runs.incrementAndGet();
          return "secret";
        });
    assertWithheld(
        (call, report) -> {
          throw new IllegalStateException("broken");
        },
        "failed (IllegalStateException)");
    assertWithheld((call, report) -> null, "returned nothing");
    assertWithheld(
        (call, report) ->
            Optional.of(
                new CallResult(
                    report.result().content(), Optional.empty(), Optional.of(Failure.TOOL_ERROR))),
        "it is TOOL_ERROR where the original is a success");
    assertWithheld(
        (call, report) ->
            Optional.of(
                new CallResult(
                    report.result().content(),
                    Optional.of("{},\"isError\":true}"),
                    Optional.empty())),
        "its structured value is no JSON");
    assertThat(runs).hasValue(4);
  }

  private void assertWithheld(TransformingHook broken, String why) {
    bus.hooks = new HookBuilder().transform(broken).build();
    CallResult result = call("t", "");
    assertBlocked(result, why, "of com.example.hooks", "the result of t, which ran, is withheld");
    assertThat(result.toString()).doesNotContain("secret");
  }

  @Test
  @DisplayName("C8 tools and hooks get coerced arguments; what hooks write is coerced as well")
  void rewritten() {
    Queue<Map<String, Object>> seen = new ConcurrentLinkedQueue<>();
    bus.add("t", NUMBER, null, echo());
    bus.hooks =
        new HookBuilder()
            .rewrite(
                call -> {
                  seen.add(call.arguments());
                  return Optional.of(Map.of("n", "42"));
                })
            .rewrite(call -> Optional.empty())
            .block(
                call -> {
                  seen.add(call.arguments());
                  return Decision.PROCEED;
                })
            .build();
    assertThat(call("t", "{\"n\":\"3\"}").text()).isEqualTo("ran {n=42}");
    assertThat(seen).containsExactly(Map.of("n", 3), Map.of("n", 42));
    bus.hooks = new HookBuilder().rewrite(call -> Optional.of(Map.of("wrong", 1))).build();
    CallResult unfit = call("t", "{}");
    assertThat(unfit.failure()).contains(Failure.INVALID_ARGUMENTS);
    assertThat(unfit.text()).contains("rewritten by hook 0 of com.example.hooks", "wrong");
  }

  // The reference ignores them. What a rewriting was to take out would run.
  @Test
  @DisplayName("C8 changed by the design: a call whose rewriting is broken is blocked")
  void brokenRewritingsAreClosed() {
    AtomicInteger runs = new AtomicInteger();
    bus.add("t", (a, c) -> runs.incrementAndGet());
    bus.hooks = new HookBuilder().rewrite(call -> null).build();
    assertBlocked(call("t", ""), "hook 0 of com.example.hooks returned nothing");
    bus.hooks =
        new HookBuilder()
            .rewrite(
                call -> {
                  throw new IllegalStateException("broken");
                })
            .build();
    assertBlocked(call("t", ""), "could not rewrite (IllegalStateException)");
    assertThat(runs).hasValue(0);
  }

  @Test
  void hooksCannotChangeWhatTheySee() {
    bus.add("t", echo());
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  call.arguments().put("more", 1);
                  return Decision.PROCEED;
                })
            .build();
    assertBlocked(call("t", "{\"a\":[1]}"), "UnsupportedOperationException");
  }

  @Test
  void hooksGetOnlyTheCallsTheyWant() {
    AtomicInteger asked = new AtomicInteger();
    bus.add("read_file", echo());
    bus.add("write_file", echo());
    bus.hooks =
        new HookBuilder()
            .tools("write_*")
            .block(
                call -> {
                  asked.incrementAndGet();
                  return Decision.PROCEED;
                })
            .build();
    call("read_file", "");
    assertThat(asked).hasValue(0);
    call("write_file", "");
    assertThat(asked).hasValue(1);
  }

  @Test
  void nestedAndOverriddenCallsPassTheHooksAsCallsOfTheirOwn() {
    OwnerId plugin = OwnerId.plugin("com.example.guard");
    bus.add("t", echo());
    bus.add("outer", (Tool<Map<String, Object>>) (a, c) -> c.call("t", Map.of("n", 1)));
    bus.publisher.apply(
        List.of(
            new InputChange.Placed(plugin, 2),
            new InputChange.Promoted(plugin, "g"),
            new InputChange.Decided(new Policy(true, Map.of(), Map.of())),
            new InputChange.Arrived(
                Fixtures.candidate(
                    950,
                    Fixtures.scope(plugin),
                    "g",
                    0,
                    Fixtures.document("t", "tools", true),
                    Fixtures.constant(
                        (Tool<Map<String, Object>>) (a, c) -> c.callOverridden(a))))));
    bus.hooks =
        new HookBuilder()
            .block(
                call -> {
                  order.add(call.depth() + " " + call.tool().name() + " " + call.tool().owner());
                  return Decision.PROCEED;
                })
            .build();
    assertThat(call("outer", "").text()).isEqualTo("ran {n=1}");
    assertThat(order)
        .containsExactly(
            "1 outer com.example.tools", "2 t com.example.guard", "3 t com.example.tools");
  }

  private ToolSession asking(CompletableFuture<Elicitation> answer, Queue<String> questions) {
    return bus.sessions.open(
        new SessionSpec(
            "tester",
            "",
            ToolFilter.ALL,
            List.of(),
            SessionOptions.PLAIN.askingBy(
                (id, requests, patience) -> {
                  requests
                      .values()
                      .forEach(asked -> questions.add(((InputRequest.Form) asked).message()));
                  CompletableFuture<Map<String, Elicitation>> all =
                      answer.thenApply(said -> Map.of(Elicitor.NAMELESS, said));
                  all.whenComplete((said, failure) -> answer.cancel(false));
                  return all;
                })));
  }

  private static HookSet oneThatAsks() {
    return new HookBuilder().block(call -> new Decision.Ask("May it?")).build();
  }

  @Test
  void aQuestionHoldsNoCallInFlightAndItsTimeDoesNotCount() throws Exception {
    Queue<String> questions = new ConcurrentLinkedQueue<>();
    CompletableFuture<Elicitation> answer = new CompletableFuture<>();
    ToolSession asking = asking(answer, questions);
    Candidate tool = bus.add("t", Fixtures.ANY_OBJECT, Duration.ofMillis(200), echo());
    bus.hooks = oneThatAsks();
    long start = System.nanoTime();
    CallHandle handle = asking.start(ToolCall.of("t", ""));
    await().untilAsserted(() -> assertThat(questions).containsExactly("May it?"));
    await().until(() -> System.nanoTime() - start > Duration.ofMillis(400).toNanos());
    assertThat(tool.binding().inFlight()).isZero();
    assertThat(handle.result().toCompletableFuture()).isNotDone();
    answer.complete(new Elicitation(Action.ACCEPTED, Map.of(), ""));
    assertThat(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("ran {}");
  }

  @ParameterizedTest
  @EnumSource(
      value = Action.class,
      names = {"DECLINED", "CANCELLED", "UNAVAILABLE"})
  void withoutAYesNothingRuns(Action action) {
    AtomicInteger runs = new AtomicInteger();
    bus.add("t", (a, c) -> runs.incrementAndGet());
    bus.hooks = oneThatAsks();
    ToolSession asking =
        asking(
            CompletableFuture.completedFuture(new Elicitation(action, Map.of(), "")),
            new ConcurrentLinkedQueue<>());
    assertBlocked(asking.call(ToolCall.of("t", "")), "needs a person's approval");
    assertThat(runs).hasValue(0);
  }

  @Test
  void whoCannotBeAskedIsBlocked() {
    bus.add("t", echo());
    bus.hooks = oneThatAsks();
    assertBlocked(call("t", ""), "nobody can be asked");
    CompletableFuture<Elicitation> failing = new CompletableFuture<>();
    failing.completeExceptionally(new IllegalStateException("the client left"));
    assertBlocked(
        asking(failing, new ConcurrentLinkedQueue<>()).call(ToolCall.of("t", "")),
        "did not answer");
    ToolSession broken =
        bus.sessions.open(
            new SessionSpec(
                "tester",
                "",
                ToolFilter.ALL,
                List.of(),
                SessionOptions.PLAIN.askingBy(
                    (id, requests, patience) -> {
                      throw new IllegalStateException("broken");
                    })));
    assertBlocked(broken.call(ToolCall.of("t", "")), "could not be asked");
  }

  @Test
  void patienceIsBoundedAndTheQuestionIsWithdrawn() {
    bus.limits =
        new dev.talaria.registry.internal.policy.Limits(
            bus.limits.callTimeout(),
            bus.limits.drainTimeout(),
            bus.limits.suspendTimeout(),
            Duration.ofMillis(100),
            bus.limits.maxResultChars(),
            bus.limits.turnResultChars(),
            bus.limits.probes());
    bus.add("t", echo());
    bus.hooks = oneThatAsks();
    CompletableFuture<Elicitation> never = new CompletableFuture<>();
    assertBlocked(
        asking(never, new ConcurrentLinkedQueue<>()).call(ToolCall.of("t", "")),
        "nobody answered within 100 ms");
    await().untilAsserted(() -> assertThat(never).isCancelled());
  }

  @Test
  void cancellingACallWithdrawsItsQuestion() throws Exception {
    Queue<String> questions = new ConcurrentLinkedQueue<>();
    CompletableFuture<Elicitation> never = new CompletableFuture<>();
    bus.add("t", echo());
    bus.hooks = oneThatAsks();
    CallHandle handle = asking(never, questions).start(ToolCall.of("t", ""));
    await().until(() -> questions.size() == 1);
    handle.cancel("enough");
    assertThat(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS).failure())
        .contains(Failure.CANCELLED);
    await().untilAsserted(() -> assertThat(never).isCancelled());
  }

  @Test
  void anApprovalSparesTheQuestionButNoBlock() {
    bus.add("t", echo());
    bus.hooks =
        new HookBuilder()
            .block(call -> new Decision.Ask("May it?"))
            .block(call -> new Decision.Approve("known to be harmless"))
            .build();
    assertThat(call("t", "").text()).isEqualTo("ran {}");
    bus.hooks =
        new HookBuilder()
            .block(call -> new Decision.Approve("known to be harmless"))
            .block(call -> new Decision.Block("no"))
            .build();
    assertBlocked(call("t", ""), "no");
    bus.hooks =
        new HookBuilder()
            .block(call -> new Decision.Ask("May it?"))
            .withoutApproval()
            .block(call -> new Decision.Approve("says who?"))
            .build();
    assertBlocked(call("t", ""), "nobody can be asked");
  }

  @Test
  void aHangingHookHoldsNeitherItsCallNorOthers() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    Queue<CallReport> reports = new ConcurrentLinkedQueue<>();
    bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(1), echo());
    bus.add("other", echo());
    bus.hooks =
        new HookBuilder()
            .observe((call, report) -> reports.add(report))
            .tools("t")
            .block(
                call -> {
                  try {
                    new CountDownLatch(1).await();
                    return Decision.PROCEED;
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                  }
                })
            .build();
    CallHandle hanging = session.start(ToolCall.of("t", ""));
    assertThat(call("other", "").text()).isEqualTo("ran {}");
    assertThat(hanging.result().toCompletableFuture().get(10, TimeUnit.SECONDS).failure())
        .contains(Failure.TIMEOUT);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    await()
        .untilAsserted(
            () ->
                assertThat(reports)
                    .extracting(CallReport::status)
                    .containsExactlyInAnyOrder(CallReport.Status.OK, CallReport.Status.TIMEOUT));
  }

  @Test
  void aResultIsWithheldWhileItsTransformationHangs() {
    bus.add("t", Fixtures.ANY_OBJECT, Duration.ofSeconds(1), (a, c) -> "secret");
    Queue<CallReport> reports = new ConcurrentLinkedQueue<>();
    bus.hooks =
        new HookBuilder()
            .observe((call, report) -> reports.add(report))
            .transform(
                (call, report) -> {
                  new CountDownLatch(1).await();
                  return Optional.empty();
                })
            .build();
    CallResult result = call("t", "");
    assertThat(result.failure()).contains(Failure.TIMEOUT);
    assertThat(result.text()).doesNotContain("secret");
    await().untilAsserted(() -> assertThat(reports).hasSize(1));
  }

  @Test
  void hooksAreFetchedLateAndGivenBackOnceTheLastCallHasLeftThem() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    HookBuilder hooks = new HookBuilder();
    bus.hooks =
        hooks
            .block(
                call -> {
                  in.countDown();
                  go.await();
                  return Decision.PROCEED;
                })
            .build();
    bus.add("t", echo());
    assertThat(hooks.obtained).hasValue(0);
    CallHandle handle = session.start(ToolCall.of("t", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    bus.hooks = HookSet.NONE;
    hooks.close();
    assertThat(hooks.released).hasValue(0);
    go.countDown();
    assertThat(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("ran {}");
    await().untilAsserted(() -> assertThat(hooks.released).hasValue(1));
    assertThat(hooks.obtained).hasValue(1);
  }

  @Test
  void aGuardThatIsReplacedOnTheWayLeavesNoGap() throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    HookBuilder old = new HookBuilder();
    bus.hooks =
        old.rewrite(
                call -> {
                  in.countDown();
                  go.await();
                  return Optional.empty();
                })
            .block(call -> new Decision.Block("old guard"))
            .build();
    bus.add("t", echo());
    CallHandle handle = session.start(ToolCall.of("t", ""));
    assertThat(in.await(10, TimeUnit.SECONDS)).isTrue();
    bus.hooks = new HookBuilder().block(call -> new Decision.Block("new guard")).build();
    old.close();
    go.countDown();
    assertBlocked(handle.result().toCompletableFuture().get(10, TimeUnit.SECONDS), "new guard");
  }
}
