package dev.talaria.registry.internal.table;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static dev.talaria.registry.internal.Fixtures.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.resolution.Step.Cause;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The registry's rules of acceptance. Where they spoke of the module that a handler was defined in,
 * the owner (who brought the bundle) takes its place; where they spoke of exceptions or of silence,
 * there is an outcome with a reason.
 */
@Timeout(30)
class RegistryRulesTest {
  private static final OwnerId CORE = OwnerId.builtin("dev.talaria.web");
  private static final OwnerId CORE_TWO = OwnerId.builtin("dev.talaria.zzz");
  private static final OwnerId A = OwnerId.plugin("plug.a");
  private static final OwnerId B = OwnerId.plugin("plug.b");
  private static final Candidate BUILTIN =
      candidate(1, CORE, Candidate.CORE, "web_search", "web", false);
  private static final Candidate OVER_A = candidate(10, A, "d1", "web_search", "x", true);
  private static final Candidate OVER_B = candidate(20, B, "d1", "web_search", "x", true);

  private final TablePublisher publisher = new TablePublisher(new ChangeNotifier());

  @BeforeEach
  void start() {
    publisher.apply(
        List.of(
            new InputChange.Placed(CORE, 1),
            new InputChange.Placed(CORE_TWO, 2),
            new InputChange.Placed(A, 1),
            new InputChange.Placed(B, 2),
            new InputChange.Promoted(A, "d1"),
            new InputChange.Promoted(B, "d1"),
            new InputChange.Declared(CORE, List.of(declaration(CORE, "web_search", "web", false))),
            arrived(BUILTIN)));
  }

  private static InputChange arrived(Candidate candidate) {
    return new InputChange.Arrived(candidate);
  }

  private static InputChange left(Candidate candidate) {
    return new InputChange.Left(candidate);
  }

  private void allow(boolean value) {
    publisher.apply(new InputChange.Decided(new Policy(value, Map.of(), Map.of())));
  }

  private long generation() {
    return publisher.table().generation();
  }

  private List<String> names() {
    return publisher.table().view(Visibility.ALL).tools().stream().map(ToolInfo::name).toList();
  }

  private Binding standing() {
    return publisher.table().entry("web_search").binding();
  }

  private Step step(Candidate candidate) {
    return TablePublisher.stepOf(candidate, publisher.table().entry(candidate.name()).resolution())
        .orElseThrow();
  }

  @Test
  @DisplayName("R12 names come out sorted")
  void r12() {
    for (String name : List.of("zebra", "apple", "Mango", "apple_2")) {
      publisher.apply(arrived(candidate(100 + name.hashCode(), A, "d1", name, "x", false)));
    }
    assertThat(names()).containsExactly("Mango", "apple", "apple_2", "web_search", "zebra");
    assertThat(names()).isSorted();
  }

  @Test
  @DisplayName("R19 what a reader holds does not change; a slow reader blocks no writer")
  void r19() throws Exception {
    ToolView before = publisher.table().view(Visibility.ALL);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ChangeNotifier notifier = new ChangeNotifier();
    TablePublisher writing = new TablePublisher(notifier);
    notifier.start(
        List.of(
            (old, now, touched) -> {
              inside.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }));
    writing.apply(arrived(BUILTIN));
    assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
    writing.apply(left(BUILTIN));
    writing.apply(arrived(BUILTIN));
    assertThat(writing.table().generation()).isEqualTo(3);
    go.countDown();
    notifier.close();

    publisher.apply(arrived(candidate(30, A, "d1", "other", "x", false)));
    assertThat(before.tools()).extracting(ToolInfo::name).containsExactly("web_search");
    assertThat(before.find("other")).isEmpty();
    assertThat(names()).containsExactly("other", "web_search");
  }

  @Test
  @DisplayName("R20 names and toolsets follow arrivals and departures at once")
  void r20() {
    Candidate tool = candidate(30, A, "d1", "other", "own", false);
    publisher.apply(arrived(tool));
    assertThat(publisher.table().hasToolset("own")).isTrue();
    publisher.apply(left(tool));
    assertThat(names()).containsExactly("web_search");
    assertThat(publisher.table().hasToolset("own")).isFalse();
  }

  @Test
  @DisplayName(
      "R21 a clash without override: the first keeps the name; an outcome that says REFUSED instead"
          + " of silence, kept for a later policy. Nothing of what stands changes")
  void r21() {
    Binding before = standing();
    Candidate clash = candidate(30, A, "d1", "web_search", "other", false);
    publisher.apply(arrived(clash));
    assertThat(standing()).isSameAs(before);
    assertThat(step(clash).state()).isEqualTo(ToolState.REFUSED);
    assertThat(step(clash).cause()).isEqualTo(Cause.NAME_TAKEN);
    assertThat(step(clash).reason()).contains("taken by the core bundle dev.talaria.web");
  }

  @Test
  @DisplayName(
      "R22 the same toolset gives no right to replace; the same owner's next deployment replaces")
  void r22() {
    Candidate sameToolset = candidate(30, A, "d1", "web_search", "web", false);
    publisher.apply(arrived(sameToolset));
    assertThat(standing()).isSameAs(BUILTIN.binding());
    Candidate mine = candidate(31, A, "d1", "mine", "own", false);
    Candidate next = candidate(32, A, "d2", "mine", "own", false);
    publisher.apply(List.of(arrived(mine), arrived(next)));
    assertThat(publisher.table().entry("mine").binding()).isSameAs(mine.binding());
    publisher.apply(new InputChange.Promoted(A, "d2"));
    assertThat(publisher.table().entry("mine").binding()).isSameAs(next.binding());
    assertThat(step(next).state()).isEqualTo(ToolState.ACTIVE);
  }

  @Test
  @DisplayName("R24 override from a core bundle needs no policy")
  void r24() {
    Candidate second = candidate(2, CORE_TWO, Candidate.CORE, "web_search", "web", true);
    publisher.apply(arrived(second));
    assertThat(standing()).isSameAs(second.binding());
    assertThat(step(second).cause()).isEqualTo(Cause.OVERRIDES);
  }

  @Test
  @DisplayName("R25 override from a plugin without policy: refused, with what to set; kept is kept")
  void r25() {
    publisher.apply(arrived(OVER_A));
    assertThat(standing()).isSameAs(BUILTIN.binding());
    assertThat(step(OVER_A).cause()).isEqualTo(Cause.OVERRIDE_DENIED);
    assertThat(step(OVER_A).reason()).contains("allow_tool_override=true", "plug.a");
  }

  @Test
  @DisplayName("R26 override with the policy true: replaced; false: refused; live in both ways")
  void r26() {
    publisher.apply(arrived(OVER_A));
    allow(true);
    assertThat(standing()).isSameAs(OVER_A.binding());
    allow(false);
    assertThat(standing()).isSameAs(BUILTIN.binding());
    assertThat(step(OVER_A).cause()).isEqualTo(Cause.OVERRIDE_DENIED);
  }

  @Test
  @DisplayName("R27 an override that comes late and on another thread meets the same policy")
  void r27() throws Exception {
    PluginPolicy denied =
        new PluginPolicy(true, PluginPolicy.Overriding.DENIED, Optional.empty(), Set.of());
    publisher.apply(new InputChange.Decided(new Policy(true, Map.of(), Map.of(A.name(), denied))));
    Thread late = new Thread(() -> publisher.apply(arrived(OVER_A)), "late");
    late.start();
    late.join();
    assertThat(step(OVER_A).cause()).isEqualTo(Cause.OVERRIDE_DENIED);
    publisher.apply(arrived(OVER_B));
    assertThat(standing()).isSameAs(OVER_B.binding());
  }

  @Test
  @DisplayName(
      "R28 the owner is who brought the bundle, whatever class the handler is of: an object of the"
          + " core offered by a plugin is the plugin's")
  void r28() {
    Candidate borrowed =
        candidate(
            30,
            dev.talaria.registry.internal.Fixtures.scope(A),
            "d1",
            0,
            dev.talaria.registry.internal.Fixtures.document("web_search", "web", true),
            dev.talaria.registry.internal.Fixtures.constant(
                (arguments, context) -> "made by a class of the core"));
    publisher.apply(arrived(borrowed));
    assertThat(step(borrowed).cause()).isEqualTo(Cause.OVERRIDE_DENIED);
    assertThat(standing()).isSameAs(BUILTIN.binding());
  }

  @Test
  @DisplayName("R29 to leave without being there is nothing; the last tool takes its toolset along")
  void r29() {
    long before = generation();
    publisher.apply(left(OVER_A));
    assertThat(generation()).isEqualTo(before);
    Candidate one = candidate(30, A, "d1", "one", "own", false);
    Candidate two = candidate(31, A, "d1", "two", "own", false);
    publisher.apply(List.of(arrived(one), arrived(two)));
    publisher.apply(left(one));
    assertThat(publisher.table().hasToolset("own")).isTrue();
    publisher.apply(left(two));
    assertThat(publisher.table().hasToolset("own")).isFalse();
  }

  @Test
  @DisplayName(
      "R30 a plugin's departures are its own: it can take away nothing of another owner, so"
          + " 'deregister, then register plainly' is no way round the policy")
  void r30() {
    Candidate pretended = candidate(BUILTIN.id() + 500, A, "d1", "web_search", "web", false);
    publisher.apply(arrived(pretended));
    publisher.apply(left(pretended));
    publisher.apply(arrived(pretended));
    assertThat(standing()).isSameAs(BUILTIN.binding());
    // Even with its service gone the name is the core's.
    publisher.apply(left(BUILTIN));
    assertThat(publisher.table().entry("web_search").isCallable()).isFalse();
    assertThat(step(pretended).state()).isEqualTo(ToolState.REFUSED);
  }

  @Test
  @DisplayName(
      "R31, M14 the generation grows with each arrival and departure; not with a rejected"
          + " registration that keeps nothing, nor with what makes no difference")
  void r31() {
    long before = generation();
    Candidate tool = candidate(30, A, "d1", "other", "x", false);
    publisher.apply(arrived(tool));
    assertThat(generation()).isEqualTo(before + 1);
    publisher.apply(arrived(tool));
    assertThat(generation()).isEqualTo(before + 1);
    ToolView view = publisher.table().view(Visibility.ALL);
    Step refused = publisher.arriveIfStanding(candidate(31, B, "d1", "web_search", "x", false));
    assertThat(refused.state()).isEqualTo(ToolState.REFUSED);
    allow(false);
    allow(true);
    assertThat(generation()).isEqualTo(before + 1);
    assertThat(publisher.table().view(Visibility.ALL).tools()).isSameAs(view.tools());
    publisher.apply(left(tool));
    assertThat(generation()).isEqualTo(before + 2);
    assertThat(publisher.table().view(Visibility.ALL).tools()).isNotSameAs(view.tools());
  }

  @Test
  @DisplayName("2.9 B over A over the builtin: B leaves, A is back; A leaves, the builtin is back")
  void restoredInReverseOrder() {
    allow(true);
    publisher.apply(arrived(OVER_A));
    publisher.apply(arrived(OVER_B));
    assertThat(standing()).isSameAs(OVER_B.binding());
    publisher.apply(left(OVER_B));
    assertThat(standing()).isSameAs(OVER_A.binding());
    publisher.apply(left(OVER_A));
    assertThat(standing()).isSameAs(BUILTIN.binding());
  }

  @Test
  @DisplayName("2.9 A leaves while B is above it: B stays, and its end does not resurrect A")
  void restoredOutOfOrder() {
    allow(true);
    publisher.apply(arrived(OVER_A));
    publisher.apply(arrived(OVER_B));
    publisher.apply(left(OVER_A));
    assertThat(standing()).isSameAs(OVER_B.binding());
    publisher.apply(left(OVER_B));
    assertThat(standing()).isSameAs(BUILTIN.binding());
  }

  @Test
  @DisplayName("2.9 a rejected registration leaves nothing to restore or to mistake for success")
  void rejectedLeavesNothing() {
    publisher.arriveIfStanding(OVER_A);
    allow(true);
    assertThat(standing()).isSameAs(BUILTIN.binding());
    assertThat(publisher.table().inputs().has(OVER_A)).isFalse();
  }

  @Test
  @DisplayName("2.9 a forced reload: one live registration each afterwards, the old one closed")
  void reloaded() {
    allow(true);
    publisher.apply(arrived(OVER_A));
    Candidate again = candidate(11, A, "d1", "web_search", "x", true);
    publisher.apply(List.of(left(OVER_A), arrived(again)), Occasion.of(arrived(again)));
    assertThat(standing()).isSameAs(again.binding());
    assertThat(publisher.table().inputs().candidatesOf(A)).containsExactly(again);
    assertThat(OVER_A.binding().enter(false)).isEqualTo(Binding.Admission.CLOSED);
  }
}
