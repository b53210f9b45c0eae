package dev.talaria.registry.internal.table;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolChange;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** However many publications are told as one, the listener knows what it would have known. */
class ChangeCoalescingTest {
  private static final OwnerId OWNER = OwnerId.plugin("plug.a");

  /** For each of four names, two tools with equal definitions and one with another. */
  private static final List<Candidate> CANDIDATES = candidates();

  private static List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(candidate(3 * i, OWNER, "d1", "t" + i, "one", false));
      all.add(candidate(3 * i + 1, OWNER, "d1", "t" + i, "one", false));
      all.add(candidate(3 * i + 2, OWNER, "d1", "t" + i, "two", false));
    }
    return all;
  }

  /** What is listed of a table: names with toolsets, the only thing that differs here. */
  private static Set<String> listed(ToolTable table) {
    Set<String> listed = new TreeSet<>();
    table.view(Visibility.ALL).tools().forEach(t -> listed.add(t.name() + " " + t.toolset()));
    return listed;
  }

  @Property(tries = 400)
  void nothingIsLostAndNothingIsToldForNothing(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 11) Integer> toggles,
      @ForAll @IntRange(min = 1, max = 7) int together) {
    TablePublisher publisher = new TablePublisher(new ChangeNotifier());
    publisher.apply(new InputChange.Promoted(OWNER, "d1"));
    ToolTable told = publisher.table();
    Set<String> known = listed(told);
    Set<String> touched = new HashSet<>();
    Set<Integer> there = new HashSet<>();
    int since = 0;
    for (int index : toggles) {
      Candidate candidate = CANDIDATES.get(index);
      publisher.apply(
          there.remove(index)
              ? new InputChange.Left(candidate)
              : new InputChange.Arrived(candidate));
      if (publisher.table().inputs().has(candidate)) {
        there.add(index);
      }
      touched.add(candidate.name());
      if (++since == together) {
        known = check(told, publisher.table(), touched, known);
        told = publisher.table();
        touched.clear();
        since = 0;
      }
    }
    check(told, publisher.table(), touched, known);
  }

  private static Set<String> check(
      ToolTable before, ToolTable after, Set<String> touched, Set<String> known) {
    Optional<ToolChange> change = ListenerHub.difference(before, after, touched, Visibility.ALL);
    Set<String> expected = listed(after);
    assertThat(change.isEmpty()).isEqualTo(known.equals(expected));
    Set<String> learned = new TreeSet<>(known);
    change.ifPresent(
        c -> {
          c.removed().forEach(name -> learned.removeIf(k -> k.startsWith(name + " ")));
          for (List<String> looked : List.of(c.added(), c.changed())) {
            for (String name : looked) {
              learned.removeIf(k -> k.startsWith(name + " "));
              expected.stream().filter(k -> k.startsWith(name + " ")).forEach(learned::add);
            }
          }
          assertThat(c.added()).isSorted();
          assertThat(Collections.disjoint(c.added(), c.changed())).isTrue();
        });
    assertThat(learned).isEqualTo(expected);
    return learned;
  }
}
