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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** What was known before the file could not be read, none of it a value of the filter. */
  static Stream<Reading> withoutGoodValues() {
    Reading begun = ToolsetReader.read(Map.of(), Set.of(), false, Reading.NONE);
    Reading none = read(Map.of(), begun);
    Reading written = read(Map.of(FILTER, Map.of("disabled", "x")), none);
    return Stream.of(Reading.NONE, begun, none, read(Map.of(), written));
  }

  @ParameterizedTest
  @MethodSource("withoutGoodValues")
  void anUnreadableFilterWithoutGoodValuesOffersNothingAndSaysWhy(Reading before) {
    Reading broken = ToolsetReader.read(Map.of(), Set.of(FILTER), true, before);

    assertThat(broken.filter().closedBy().orElseThrow())
        .contains("etc/dev.talaria.toolsets.cfg cannot be read", "mend the file");
    assertThat(broken.alarms()).singleElement().asString().contains("no tool is offered");
    assertThat(broken.view()).singleElement().asString().contains("cannot be read");
    Reading unsure = ToolsetReader.read(Map.of(), Set.of(), false, broken);
    assertThat(unsure.filter()).as("nobody can say").isEqualTo(broken.filter());
    assertThat(ToolsetReader.read(Map.of(), Set.of(FILTER), true, broken).filter())
        .isEqualTo(broken.filter());
    assertThat(read(Map.of(), broken).filter()).as("deleted").isEqualTo(OperatorFilter.NONE);
    assertThat(read(Map.of(FILTER, Map.of("disabled", "x")), broken).filter().disabled())
        .as("mended")
        .containsExactly("x");
  }

  @Test
  void beforeItIsKnownWhatCanBeReadNothingIsClosed() {
    assertThat(ToolsetReader.read(Map.of(), Set.of(), false, Reading.NONE).filter())
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
    assertThat(read(Map.of(FILTER, Map.of("disabled", 2)), Reading.NONE).filter().closedBy())
        .as("and nothing where nobody knows what was taken away")
        .isPresent();
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
