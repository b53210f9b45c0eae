package dev.talaria.registry.internal.history;

import static dev.talaria.registry.internal.Fixtures.candidate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.NameChange;
import dev.talaria.admin.Since;
import dev.talaria.admin.ToolEvent;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Since when, by which event, and what happened lately. */
class NameHistoryTest {
  private static final OwnerId ONE = OwnerId.plugin("plug.one");
  private static final OwnerId TWO = OwnerId.plugin("plug.two");
  private static final Candidate FIRST = candidate(1, ONE, "d1", "t", "x", false);
  private static final Candidate SECOND = candidate(2, TWO, "d1", "t", "x", true);

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final TablePublisher publisher = new TablePublisher(new ChangeNotifier(), () -> now);

  private NameEntry entry() {
    return publisher.table().entry("t");
  }

  private void given() {
    publisher.apply(List.of(new InputChange.Placed(ONE, 1), new InputChange.Placed(TWO, 2)));
    publisher.apply(new InputChange.Promoted(TWO, "d1"));
    publisher.apply(new InputChange.Arrived(FIRST));
    publisher.apply(new InputChange.Promoted(ONE, "d1"));
  }

  @Test
  void theEventThatMadeItSoIsKeptUntilItFaresOtherwise() {
    given();
    Since promoted = entry().history().since(0);
    assertThat(promoted.event()).isEqualTo(ToolEvent.PROMOTED);
    assertThat(promoted.generation()).isEqualTo(publisher.table().generation());
    now = now.plusSeconds(60);
    publisher.apply(new InputChange.Arrived(SECOND));
    assertThat(entry().history().since(0)).isEqualTo(promoted);
    assertThat(entry().history().since(1).event()).isEqualTo(ToolEvent.ARRIVED);
    assertThat(entry().history().since(1).at()).isEqualTo(now);
    now = now.plusSeconds(60);
    publisher.apply(
        new InputChange.Decided(new Policy(true, Map.of(), Map.of())),
        new Occasion(ToolEvent.POLICY, "allow_tool_override=true"));
    assertThat(entry().history().since(0).event()).isEqualTo(ToolEvent.POLICY);
    assertThat(entry().history().since(1))
        .isEqualTo(
            new Since(
                publisher.table().generation(), now, ToolEvent.POLICY, "allow_tool_override=true"));
    assertThat(entry().history().changes())
        .extracting(NameChange::what)
        .first()
        .isEqualTo("plug.two 1.0.0 stands in place of plug.one 1.0.0");
  }

  @Test
  void insideABracketTheLastThatHappenedCounts() {
    try (var bracket = publisher.bracket(ONE)) {
      assertThat(bracket).isNotNull();
      publisher.apply(new InputChange.Placed(ONE, 1));
      publisher.apply(new InputChange.Arrived(FIRST));
      publisher.apply(new InputChange.Promoted(ONE, "d1"));
    }
    assertThat(entry().history().since(0).event()).isEqualTo(ToolEvent.PROMOTED);
    assertThat(entry().history().changes()).hasSize(1);
  }

  @Test
  void aNameThatIsGoneIsRememberedAndGoesOnWhenItComesBack() {
    given();
    publisher.apply(
        new InputChange.Left(FIRST), new Occasion(ToolEvent.LEFT, "its bundle plug.one stopped"));
    assertThat(entry()).isNull();
    NameChange last = publisher.departures().of("t").orElseThrow().changes().get(0);
    assertThat(last.since().detail()).isEqualTo("its bundle plug.one stopped");
    assertThat(last.what()).isEqualTo("nobody stands; plug.one 1.0.0 left");
    publisher.apply(new InputChange.Arrived(FIRST));
    assertThat(publisher.departures().of("t")).isEmpty();
    assertThat(entry().history().changes()).hasSize(4);
  }

  @Test
  void whatIsRememberedIsBounded() {
    given();
    for (int i = 0; i < 100; i++) {
      publisher.apply(new InputChange.Left(FIRST));
      publisher.apply(new InputChange.Arrived(FIRST));
    }
    assertThat(entry().history().changes()).hasSize(NameHistory.MAX_CHANGES);
    for (int i = 0; i < 3 * Departures.MAX_NAMES; i++) {
      Candidate passing = candidate(10 + i, ONE, "d1", "passing_" + i, "x", false);
      publisher.apply(new InputChange.Arrived(passing));
      publisher.apply(new InputChange.Left(passing));
    }
    assertThat(publisher.departures().size()).isEqualTo(Departures.MAX_NAMES);
    assertThat(publisher.departures().of("passing_0")).isEmpty();
    assertThat(publisher.departures().of("passing_" + (3 * Departures.MAX_NAMES - 1))).isPresent();
  }
}
