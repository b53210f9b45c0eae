package dev.talaria.registry.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolState;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.availability.Finding;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Shown;
import dev.talaria.registry.internal.availability.Verdict;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.Companion.Kind;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is found out about tools, as part of the published table. */
class ConditionTest {
  private static final OwnerId OWNER = OwnerId.plugin("com.example.tools");
  private static final Verdict NO = Verdict.unavailable("log in");
  private static final DefinitionOptions OPENAI = DefinitionOptions.of(DefinitionFormat.OPENAI);

  private final TablePublisher publisher = new TablePublisher(new ChangeNotifier());
  private final ListenerHub hub = new ListenerHub(publisher::table);
  private final ProviderScope scope = Fixtures.scope(OWNER);
  private final Set<Inquiry> told = new HashSet<>();
  private long ids = 1;

  @BeforeEach
  void promote() {
    publisher.askBy(told::addAll);
    publisher.apply(
        List.of(new InputChange.Placed(OWNER, 1), new InputChange.Promoted(OWNER, "d1")));
  }

  private Candidate add(
      ProviderScope in, String name, String toolset, String probe, String overlay) {
    Candidate candidate =
        Fixtures.candidate(
            ids++,
            in,
            "d1",
            0,
            Fixtures.accompanied(name, toolset, false, probe, overlay),
            Fixtures.constant((arguments, context) -> "ok"));
    publisher.apply(new InputChange.Arrived(candidate));
    return candidate;
  }

  private Inquiry probe(String name) {
    return Inquiry.probe(Companion.named(Kind.PROBE, scope, name));
  }

  private void found(Inquiry inquiry, Finding finding) {
    publisher.found(inquiry, () -> finding);
  }

  private ToolView view() {
    return publisher.table().view(Visibility.ALL);
  }

  private List<String> listed() {
    return view().tools().stream().map(tool -> tool.name()).toList();
  }

  private Map<String, Integer> available() {
    return ToolsetRows.of(publisher.table()).stream()
        .filter(row -> row.tools().stream().anyMatch(name -> name.startsWith("t_")))
        .collect(Collectors.toMap(ToolsetRow::name, ToolsetRow::available));
  }

  @Test
  @DisplayName("R6 a tool whose check is false is absent; siblings remain")
  void absent() {
    add(scope, "t_gated", "x", "p", "");
    add(scope, "t_free", "x", "", "");
    assertThat(listed()).as("unknown is not listed").containsExactly("t_free");
    found(probe("p"), Verdict.AVAILABLE);
    assertThat(listed()).containsExactly("t_free", "t_gated");
    found(probe("p"), NO);
    assertThat(listed()).containsExactly("t_free");
    assertThat(publisher.table().entry("t_gated").standing().state())
        .isEqualTo(ToolState.UNAVAILABLE);
    assertThat(publisher.table().entry("t_gated").condition().reason()).isEqualTo("log in");
  }

  @Test
  @DisplayName("R10 a toolset is available as soon as one of its tools is")
  void toolsets() {
    assertThat(available()).as("unknown toolset").isEmpty();
    add(scope, "t_gated", "gated", "p", "");
    add(scope, "t_mixed_gated", "mixed", "p", "");
    add(scope, "t_mixed_free", "mixed", "", "");
    add(scope, "t_two_a", "two", "p", "");
    add(scope, "t_two_b", "two", "q", "");
    found(probe("p"), NO);
    found(probe("q"), Verdict.AVAILABLE);
    assertThat(available()).containsOnly(entry("gated", 0), entry("mixed", 1), entry("two", 1));
    found(probe("q"), NO);
    assertThat(available()).contains(entry("two", 0));
  }

  @Test
  @DisplayName("R11 every toolset has an answer, whatever its checks do")
  void everyToolsetAnswers() {
    add(scope, "t_unknown", "u", "never", "");
    add(scope, "t_throwing", "t", "throws", "");
    add(scope, "t_free", "f", "", "");
    found(probe("throws"), Verdict.unavailable("its probe throws failed: StackOverflowError"));
    assertThat(available()).containsOnly(entry("u", 0), entry("t", 0), entry("f", 1));
  }

  @Test
  @DisplayName("M14 definitions are made once per generation and epoch; a verdict makes them anew")
  void memo() {
    add(scope, "t_gated", "x", "p", "");
    add(scope, "t_free", "x", "", "");
    ToolView before = view();
    Definitions made = before.definitions(OPENAI);
    assertThat(view()).isSameAs(before);
    assertThat(view().definitions(OPENAI)).isSameAs(made);
    found(probe("p"), Verdict.AVAILABLE);
    assertThat(view()).isNotSameAs(before);
    assertThat(view().generation()).isEqualTo(before.generation());
    assertThat(view().epoch()).isEqualTo(before.epoch() + 1);
    assertThat(view().definitions(OPENAI).names()).containsExactly("t_free", "t_gated");
    assertThat(made.names()).containsExactly("t_free");
    ToolView after = view();
    found(probe("p"), Verdict.AVAILABLE);
    assertThat(view()).as("nothing else was found out").isSameAs(after);
  }

  @Test
  void oneFindingIsOneChangeForAllItsTools() {
    add(scope, "t_a", "x", "p", "");
    add(scope, "t_b", "x", "p", "");
    ToolTable before = publisher.table();
    found(probe("p"), Verdict.AVAILABLE);
    ToolTable after = publisher.table();
    assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
    assertThat(ListenerHub.difference(before, after, Set.of("t_a", "t_b"), Visibility.ALL))
        .contains(new ToolChange(after.generation(), List.of("t_a", "t_b"), List.of(), List.of()));
  }

  @Test
  @DisplayName("Whoever subscribes after a verdict, at the same generation, is not told of it")
  void subscribingAtTheSameGeneration() {
    add(scope, "t_a", "x", "p", "");
    ToolTable before = publisher.table();
    List<ToolChange> early = new ArrayList<>();
    List<ToolChange> late = new ArrayList<>();
    hub.subscribe(Visibility.ALL, early::add);
    found(probe("p"), Verdict.AVAILABLE);
    hub.subscribe(Visibility.ALL, late::add);
    hub.published(before, publisher.table(), Set.of("t_a"));
    assertThat(early).hasSize(1);
    assertThat(late).isEmpty();
    ToolTable between = publisher.table();
    found(probe("p"), NO);
    hub.published(between, publisher.table(), Set.of("t_a"));
    assertThat(late).hasSize(1);
  }

  @Test
  @DisplayName("R33 what an overlay says is shown and told as changed; the binding stays")
  void overlay() {
    Candidate candidate = add(scope, "t_a", "x", "", "o");
    Inquiry inquiry =
        Inquiry.overlay(Companion.named(Kind.OVERLAY, scope, "o"), candidate.document());
    assertThat(view().find("t_a").orElseThrow().description()).isEqualTo("A tool of a test.");
    ToolTable before = publisher.table();
    found(
        inquiry,
        new Shown(
            Fixtures.document(
                "t_a", "x", false, "{\"type\":\"object\",\"a\":1}", java.util.Optional.empty())));
    assertThat(view().find("t_a").orElseThrow().inputSchema()).contains("\"a\":1");
    assertThat(publisher.table().entry("t_a").binding()).isSameAs(candidate.binding());
    assertThat(ListenerHub.difference(before, publisher.table(), Set.of("t_a"), Visibility.ALL))
        .map(ToolChange::changed)
        .contains(List.of("t_a"));
  }

  @Test
  @DisplayName("That an overlay is not applied is told with the tool, and to no listener")
  void uselessOverlay() {
    Candidate candidate = add(scope, "t_a", "x", "", "o");
    ToolTable before = publisher.table();
    found(
        Inquiry.overlay(Companion.named(Kind.OVERLAY, scope, "o"), candidate.document()),
        new Shown(candidate.document(), java.util.Optional.of("overlay 'o' is no good")));
    assertThat(ToolRows.of(publisher.table(), publisher.table().entry("t_a")))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.info().state()).isEqualTo(ToolState.ACTIVE);
              assertThat(row.reason()).isEqualTo("shown as declared: overlay 'o' is no good");
            });
    assertThat(ListenerHub.difference(before, publisher.table(), Set.of("t_a"), Visibility.ALL))
        .isEmpty();
  }

  @Test
  @DisplayName("A tool below an override has a verdict before it is back")
  void below() {
    OwnerId core = OwnerId.builtin("core");
    Candidate base =
        Fixtures.candidate(
            ids++,
            Fixtures.scope(core),
            Candidate.CORE,
            0,
            Fixtures.accompanied("t_a", "x", false, "p", ""),
            Fixtures.constant((arguments, context) -> "base"));
    Candidate over =
        Fixtures.candidate(
            ids++,
            scope,
            "d1",
            0,
            Fixtures.accompanied("t_a", "x", true, "", ""),
            Fixtures.constant((arguments, context) -> "over"));
    publisher.apply(
        List.of(
            new InputChange.Decided(
                new dev.talaria.registry.internal.model.Policy(true, Map.of(), Map.of())),
            new InputChange.Arrived(base),
            new InputChange.Arrived(over)));
    Inquiry inquiry = Inquiry.probe(base.binding().companions().probe().orElseThrow());
    assertThat(told).contains(inquiry);
    found(inquiry, Verdict.AVAILABLE);
    assertThat(view().find("t_a").orElseThrow().owner()).isEqualTo(OWNER.name());
    publisher.apply(new InputChange.Left(over));
    assertThat(view().find("t_a").orElseThrow().owner()).isEqualTo("core");
  }

  @Test
  @DisplayName("A successor of the same owner begins with the verdict; another owner does not")
  void successor() {
    Candidate old = add(scope, "t_a", "x", "p", "");
    found(probe("p"), Verdict.AVAILABLE);
    ProviderScope next = Fixtures.scope(OWNER);
    Candidate fresh =
        Fixtures.candidate(
            ids++,
            next,
            "d1",
            0,
            Fixtures.accompanied("t_a", "x", false, "p", ""),
            Fixtures.constant((arguments, context) -> "ok"));
    publisher.apply(List.of(new InputChange.Left(old), new InputChange.Arrived(fresh)));
    assertThat(listed()).containsExactly("t_a");
    assertThat(told).contains(Inquiry.probe(Companion.named(Kind.PROBE, next, "p")));
    found(probe("p"), NO);
    assertThat(listed()).as("the old probe has no say any more").containsExactly("t_a");
    publisher.apply(new InputChange.Left(fresh));
    assertThat(publisher.board().inquiries()).isEmpty();
  }
}
