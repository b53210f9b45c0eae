package dev.talaria.benchmarks.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  private static final Set<String> KNOWN = Set.of("drop", "memory");

  @Test
  void withoutAnyEverythingIsMeasuredAsUsual() {
    Options options = parse("");
    assertThat(options.wants("drop")).isTrue();
    assertThat(options.rounds()).isEmpty();
    assertThat(options.load()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void takesANumberOfRoundsAndSomeMeasurements() {
    Options options = parse("--rounds 2 --only memory --seconds 3");
    assertThat(options.rounds()).hasValue(2);
    assertThat(options.load()).isEqualTo(Duration.ofSeconds(3));
    assertThat(options.wants("memory")).isTrue();
    assertThat(options.wants("drop")).isFalse();
    assertThat(parse("--only memory,drop").wants("drop")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--only speed",
        "--only drop,",
        "--rounds 0",
        "--rounds two",
        "--rounds",
        "--fast",
        "drop"
      })
  void saysWhatItDoesNotUnderstand(String arguments) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(arguments))
        .withMessageMatching("(--)?\\w* ?(is no|needs a) .*");
  }

  private static Options parse(String arguments) {
    List<String> all =
        new ArrayList<>(List.of("--distribution", "d", "--echo", "e.jar", "--bare", "b.jar"));
    if (!arguments.isEmpty()) {
      all.addAll(List.of(arguments.split(" ")));
    }
    return Options.parse(all, KNOWN);
  }
}
