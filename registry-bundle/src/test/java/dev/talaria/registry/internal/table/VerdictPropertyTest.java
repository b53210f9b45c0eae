package dev.talaria.registry.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Verdict;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Availability and standing are two things: neither changes the other. */
class VerdictPropertyTest {
  private static final List<String> NAMES = List.of("one", "two", "three");
  private static final List<OwnerId> OWNERS =
      List.of(OwnerId.plugin("plug.a"), OwnerId.plugin("plug.b"));
  private static final List<Candidate> CANDIDATES = candidates();

  private sealed interface Step {
    record Change(InputChange change) implements Step {}

    record Found(Inquiry inquiry, Verdict verdict) implements Step {}
  }

  /** Two owners, who override each other, with two runs of their bundles and two probes. */
  private static List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    long id = 1;
    for (OwnerId owner : OWNERS) {
      for (int run = 0; run < 2; run++) {
        ProviderScope scope = Fixtures.scope(owner);
        for (String name : NAMES) {
          String probe = name.equals("three") ? "" : name.equals("one") ? "p" : "q";
          all.add(
              Fixtures.candidate(
                  id++,
                  scope,
                  "d1",
                  run,
                  Fixtures.accompanied(name, "x", true, probe, ""),
                  Fixtures.constant((arguments, context) -> "ok")));
        }
      }
    }
    return all;
  }

  private static List<Inquiry> inquiries() {
    Set<Inquiry> all = new HashSet<>();
    CANDIDATES.forEach(c -> all.addAll(Inquiry.about(c.document(), c.binding().companions())));
    return new ArrayList<>(all);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Candidate> candidate = Arbitraries.of(CANDIDATES);
    Arbitrary<Step> change =
        Arbitraries.frequencyOf(
                Tuple.of(4, candidate.<InputChange>map(InputChange.Arrived::new)),
                Tuple.of(2, candidate.<InputChange>map(InputChange.Left::new)),
                Tuple.of(1, candidate.<InputChange>map(InputChange.Suspended::new)),
                Tuple.of(
                    1,
                    Arbitraries.of(true, false)
                        .<InputChange>map(
                            allow ->
                                new InputChange.Decided(new Policy(allow, Map.of(), Map.of())))))
            .map(Step.Change::new);
    Arbitrary<Verdict> verdict =
        Arbitraries.of(Verdict.AVAILABLE, Verdict.unavailable("a"), Verdict.unavailable("b"));
    Arbitrary<Step> found =
        Arbitraries.of(inquiries()).flatMap(i -> verdict.map(v -> new Step.Found(i, v)));
    return Arbitraries.frequencyOf(Tuple.of(3, change), Tuple.of(2, found))
        .list()
        .ofMinSize(5)
        .ofMaxSize(60);
  }

  private static TablePublisher publisher() {
    TablePublisher publisher = new TablePublisher(new ChangeNotifier());
    List<InputChange> begin = new ArrayList<>();
    begin.add(new InputChange.Decided(new Policy(true, Map.of(), Map.of())));
    for (int i = 0; i < OWNERS.size(); i++) {
      begin.add(new InputChange.Placed(OWNERS.get(i), i));
      begin.add(new InputChange.Promoted(OWNERS.get(i), "d1"));
    }
    publisher.apply(begin);
    return publisher;
  }

  private static Map<String, Resolution> standing(TablePublisher publisher) {
    Map<String, Resolution> all = new TreeMap<>();
    publisher.table().entries().forEach(e -> all.put(e.resolution().name(), e.resolution()));
    return all;
  }

  @Property(tries = 600)
  @Label("Verdicts change nothing about who stands; who stands changes no verdict")
  void independent(@ForAll("steps") List<Step> steps) {
    TablePublisher with = publisher();
    TablePublisher without = publisher();
    Map<Inquiry, Verdict> last = new HashMap<>();
    long epoch = 0;
    for (Step step : steps) {
      long generation = with.table().generation();
      if (step instanceof Step.Change change) {
        with.apply(change.change());
        without.apply(change.change());
        assertThat(with.table().epoch()).as("standing moves no epoch").isEqualTo(epoch);
      } else {
        Step.Found found = (Step.Found) step;
        with.found(found.inquiry(), found::verdict);
        if (with.board().isUsed(found.inquiry())) {
          last.put(found.inquiry(), found.verdict());
        }
        assertThat(with.table().generation())
            .as("a verdict is no generation")
            .isEqualTo(generation);
      }
      epoch = with.table().epoch();
      assertThat(standing(with)).isEqualTo(standing(without));
      assertThat(with.table().generation()).isEqualTo(without.table().generation());
      assertUsesAreThoseOfTheLayers(with);
      last.keySet().retainAll(Set.copyOf(with.board().inquiries()));
      last.forEach(
          (inquiry, verdict) -> assertThat(with.board().finding(inquiry)).isEqualTo(verdict));
      assertConditions(with);
    }
  }

  private static void assertUsesAreThoseOfTheLayers(TablePublisher publisher) {
    Map<Inquiry, Set<String>> expected = new HashMap<>();
    standing(publisher)
        .forEach(
            (name, resolution) ->
                Dependence.of(resolution)
                    .inquiries()
                    .forEach(i -> expected.computeIfAbsent(i, x -> new HashSet<>()).add(name)));
    assertThat(publisher.board().inquiries())
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach(
        (inquiry, names) ->
            assertThat(publisher.board().names(inquiry))
                .containsExactlyInAnyOrderElementsOf(names));
  }

  private static void assertConditions(TablePublisher publisher) {
    for (NameEntry entry : publisher.table().entries()) {
      boolean allGood =
          entry.inquiries().stream()
              .map(inquiry -> (Verdict) publisher.board().finding(inquiry))
              .allMatch(Verdict::isAvailable);
      assertThat(entry.isCallable()).isEqualTo(entry.resolution().isCallable() && allGood);
      if (entry.resolution().isCallable()) {
        assertThat(entry.condition().state())
            .isEqualTo(allGood ? entry.resolution().state() : ToolState.UNAVAILABLE);
      }
    }
  }
}
