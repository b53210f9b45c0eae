package dev.talaria.registry.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.availability.ProbeTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void readsWhatIsSetAndDefaultsTheRest() {
    Limits limits =
        Limits.read(
            Map.of("call_timeout", "5s", "max_result_chars", 10, "turn_result_chars", "20"),
            Limits.DEFAULT,
            warnings);
    assertThat(limits)
        .isEqualTo(
            new Limits(
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                Duration.ofMinutes(5),
                10,
                20,
                ProbeTimes.DEFAULT));
    assertThat(warnings).isEmpty();
  }

  @Test
  void readsTheTimesOfProbes() {
    Limits limits =
        Limits.read(
            Map.of("probe_ttl", "1s", "probe_grace", "2m", "probe_timeout", "soon"),
            Limits.DEFAULT,
            warnings);
    assertThat(limits.probes())
        .isEqualTo(
            new ProbeTimes(
                Duration.ofSeconds(1), Duration.ofMinutes(2), ProbeTimes.DEFAULT.timeout()));
    assertThat(warnings).singleElement().asString().contains("probe_timeout");
  }

  @Test
  void aValueThatCannotBeUsedLeavesTheLastGoodOne() {
    Limits last = Limits.read(Map.of("call_timeout", "5s"), Limits.DEFAULT, warnings);
    Limits limits =
        Limits.read(
            Map.of("call_timeout", "soon", "drain_timeout", "0s", "max_result_chars", "-1"),
            last,
            warnings);
    assertThat(limits.callTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(limits.drainTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(limits.maxResultChars()).isEqualTo(100_000);
    assertThat(warnings).hasSize(3).allMatch(w -> w.contains("etc/dev.talaria.registry.cfg"));
  }
}
