package dev.talaria.mcp.server.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @Test
  void readsTheUnits() {
    assertThat(DurationText.parse(" 50ms ")).hasValue(Duration.ofMillis(50));
    assertThat(DurationText.parse("15s")).hasValue(Duration.ofSeconds(15));
    assertThat(DurationText.parse("30m")).hasValue(Duration.ofMinutes(30));
    assertThat(DurationText.parse("2h")).hasValue(Duration.ofHours(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5 s", "-1s", "1.5s", "s", "99999999999h", "5d"})
  void refusesTheRest(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }
}
