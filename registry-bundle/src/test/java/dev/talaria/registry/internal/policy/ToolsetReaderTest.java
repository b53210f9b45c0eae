package dev.talaria.registry.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.policy.ToolsetReader.Reading;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.toolset.OperatorFilter;
import dev.talaria.registry.internal.toolset.ToolsetDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Raw values to toolsets and filter, and what holds while a file is broken. */
class ToolsetReaderTest {
  private static final String FILTER = "dev.talaria.toolsets";
  private static final String MINE = "dev.talaria.toolset~mine";

  private static Reading read(Map<String, Map<String, Object>> raw, Reading before) {
    return ToolsetReader.read(raw, Set.of(), true, before);
  }

  @Test
  void toolsetsAndFilterAreRead() {
    Reading reading =
        read(
            Map.of(
                MINE,
                Map.of(
                    "description", "Mine.",
                    "tools", new String[] {"a", "b"},
                    "includes", "web, file",
                    "posture", "true"),
                FILTER,
                Map.of("enabled", List.of("web"), "disabled", "x, srv:y")),
            Reading.NONE);

    assertThat(reading.definitions())
        .containsOnly(
            Map.entry(
                "mine",
                new ToolsetDefinition("Mine.", Set.of("a", "b"), Set.of("web", "file"), true)));
    assertThat(reading.filter())
        .isEqualTo(new OperatorFilter(Optional.of(Set.of("web")), Set.of("x", "srv:y")));
    assertThat(reading.warnings()).isEmpty();
  }

  @Test
  void withoutConfigurationEverythingIsOffered() {
    assertThat(read(Map.of(), Reading.NONE).filter()).isEqualTo(OperatorFilter.NONE);
  }

  @Test
  void anEmptyListOfWhatIsEnabledOffersNothingAndIsToldOf() {
    Reading reading = read(Map.of(FILTER, Map.of("enabled", "")), Reading.NONE);

    assertThat(reading.filter().enabled()).contains(Set.of());
    assertThat(reading.warnings()).singleElement().asString().contains("names nothing");
  }

  @Test
  void whatIsUnreadableKeepsItsLastGoodValue() {
    Reading good =
        read(
            Map.of(FILTER, Map.of("enabled", "web", "disabled", "x"), MINE, Map.of("tools", "a")),
            Reading.NONE);

    Reading broken = ToolsetReader.read(Map.of(), Set.of(FILTER, MINE), true, good);
    assertThat(broken.filter()).isEqualTo(good.filter());
    assertThat(broken.definitions()).isEqualTo(good.definitions());
    Reading unsure = ToolsetReader.read(Map.of(), Set.of(), false, broken);
    assertThat(unsure.filter()).isEqualTo(good.filter());
    assertThat(unsure.definitions()).isEqualTo(good.definitions());
    Reading deleted = read(Map.of(), unsure);
    assertThat(deleted.filter()).isEqualTo(OperatorFilter.NONE);
    assertThat(deleted.definitions()).isEmpty();
  }

  @Test
  void anUnreadableFilterOfWhichNothingIsKnownOffersNothing() {
    Reading begun = ToolsetReader.read(Map.of(), Set.of(), false, Reading.NONE);
    assertThat(begun.filter()).as("nobody can say yet").isEqualTo(OperatorFilter.NONE);

    Reading broken = ToolsetReader.read(Map.of(), Set.of(FILTER), true, begun);
    assertThat(broken.filter().enabled()).contains(Set.of());
    assertThat(broken.alarms()).singleElement().asString().contains("no tool is offered");
    assertThat(read(Map.of(), broken).filter()).isEqualTo(OperatorFilter.NONE);
  }

  @Test
  void aFilterThatNeverWasDoesNotCloseWhenItsFileBreaks() {
    Reading none = read(Map.of(), Reading.NONE);

    assertThat(ToolsetReader.read(Map.of(), Set.of(FILTER), true, none).filter())
        .isEqualTo(OperatorFilter.NONE);
  }

  @Test
  void aValueThatIsNoListKeepsTheLastGoodOne() {
    Reading good = read(Map.of(FILTER, Map.of("enabled", "web", "disabled", "x")), Reading.NONE);

    Reading wrong = read(Map.of(FILTER, Map.of("enabled", 1, "disabled", 2)), good);
    assertThat(wrong.filter()).isEqualTo(good.filter());
    assertThat(wrong.warnings()).hasSize(2);
    assertThat(read(Map.of(FILTER, Map.of("enabled", 1)), Reading.NONE).filter().enabled())
        .as("without one, nothing")
        .contains(Set.of());
  }

  @Test
  void onlyTrueMakesAPosture() {
    Reading reading = read(Map.of(MINE, Map.of("posture", "TRUE")), Reading.NONE);

    assertThat(reading.definitions().get("mine").posture()).isFalse();
    assertThat(reading.warnings()).hasSize(1);
  }

  @Test
  void namesThatNoToolsetCanHaveDefineNone() {
    Reading reading =
        read(
            Map.of("dev.talaria.toolset~mcp-x", Map.of(), "dev.talaria.toolset~A b", Map.of()),
            Reading.NONE);

    assertThat(reading.definitions()).isEmpty();
    assertThat(reading.warnings()).hasSize(2);
  }

  @Test
  void theSearchTakesNumbersInRange() {
    List<String> warnings = new ArrayList<>();
    SearchSettings settings =
        SearchReader.read(
            Map.of("max_limit", "51", "default_limit", 3, "threshold_percent", "x"),
            SearchSettings.DEFAULT,
            warnings);

    assertThat(settings.defaultLimit()).isEqualTo(3);
    assertThat(settings.maxLimit()).isEqualTo(25);
    assertThat(settings.thresholdPercent()).isEqualTo(10);
    assertThat(warnings).hasSize(2).allMatch(w -> w.contains("dev.talaria.toolsearch"));
  }
}
