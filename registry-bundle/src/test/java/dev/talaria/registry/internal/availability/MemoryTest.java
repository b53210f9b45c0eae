package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The machine alone, asked at once whenever it is due. (In the runtime a reader gets the verdict of
 * before while the probe runs beside it.)
 */
class MemoryTest {
  private static final Inquiry INQUIRY =
      Inquiry.probe(
          Companion.named(
              Companion.Kind.PROBE,
              Fixtures.scope(OwnerId.plugin("com.example.tools")),
              "backend"));
  private static final ProbeTimes TIMES = ProbeTimes.DEFAULT;

  /** Some moment; the machine must not care for the sign of {@code nanoTime} or its overflow. */
  private long start;

  private Memory memory = Memory.blank(Verdict.unknown("backend"));
  private int probes;

  private static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  /** Reads at a time; the probe, if asked, answers so. */
  private boolean read(double second, boolean works) {
    long now = start + nanos(second);
    if (memory.isDue(now, TIMES)) {
      probes++;
      Answer answer =
          works ? Answer.good(Verdict.AVAILABLE) : Answer.failed(INQUIRY, "nobody answers");
      memory = memory.after(now, answer, TIMES);
    }
    return ((Verdict) memory.finding()).isAvailable();
  }

  @Test
  @DisplayName("R32 a second read within the lifetime does not probe, after it does")
  void lifetime() {
    assertThat(read(0, true)).isTrue();
    assertThat(read(29.999, false)).isTrue();
    assertThat(probes).isEqualTo(1);
    assertThat(read(30, true)).isTrue();
    assertThat(probes).isEqualTo(2);
  }

  @Test
  @DisplayName("R32 a transient failure within the grace stays true, the probe ran, is not cached")
  void transientFailure() {
    read(0, true);
    assertThat(read(31, false)).isTrue();
    assertThat(probes).isEqualTo(2);
    assertThat(memory.isFailing()).isTrue();
    assertThat(read(32, true)).isTrue();
    assertThat(probes).isEqualTo(3);
    assertThat(memory.isFailing()).isFalse();
  }

  @Test
  @DisplayName("R32 a failure beyond the grace is false and cached for the lifetime")
  void persistentFailure() {
    read(0, true);
    assertThat(read(61, false)).isFalse();
    assertThat(read(90.999, true)).isFalse();
    assertThat(probes).isEqualTo(2);
    assertThat(read(91, true)).isTrue();
  }

  @Test
  @DisplayName("R32 a probe that never succeeded is false at once; recovery shows after 30 s")
  void neverSucceeded() {
    assertThat(read(0, false)).isFalse();
    assertThat(read(29, true)).isFalse();
    assertThat(probes).isEqualTo(1);
    assertThat(read(31, false)).isFalse();
    assertThat(read(62, true)).isTrue();
  }

  @Test
  @DisplayName("False cached, the probe recovers: true, and a new grace begins")
  void recovery() {
    read(0, false);
    assertThat(read(31, true)).isTrue();
    assertThat(read(90.9, false)).isTrue();
    assertThat(read(91.0, false)).isFalse();
  }

  @Test
  @DisplayName("Both comparisons are strict")
  void boundaries() {
    read(0, true);
    assertThat(read(30, false)).isTrue();
    assertThat(probes).isEqualTo(2);
    assertThat(read(60, false)).isFalse();
  }

  @Test
  @DisplayName("R32 invalidating forgets the cached verdict and the grace")
  void invalidation() {
    read(0, true);
    memory = memory.cleared();
    assertThat(((Verdict) memory.finding()).isAvailable()).as("served until asked").isTrue();
    assertThat(read(1, false)).isFalse();
    assertThat(probes).isEqualTo(2);
  }

  @Test
  @DisplayName("R32 [N] within the grace it is asked once a second at most, never past the window")
  void backOffIsClampedToTheEndOfTheWindow() {
    read(0, true);
    assertThat(read(59.5, false)).isTrue();
    assertThat(read(59.9, false)).isTrue();
    assertThat(probes).isEqualTo(2);
    assertThat(read(60, false)).as("half a second after the last asking").isFalse();
    assertThat(probes).isEqualTo(3);
  }

  @ParameterizedTest(name = "started at {0}")
  @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 40_000_000_000L})
  @DisplayName("The verdict over time: works until 20, fails until 100")
  void overTime(long start) {
    this.start = start;
    List<String> seen = new ArrayList<>();
    int before = 0;
    for (int second : new int[] {0, 10, 31, 32, 59, 61, 90, 92, 121, 123}) {
      boolean is = read(second, second < 20 || second > 100);
      seen.add(second + (is ? " T" : " F") + (probes > before ? " probe" : ""));
      before = probes;
    }
    assertThat(seen)
        .containsExactly(
            "0 T probe",
            "10 T",
            "31 T probe",
            "32 T probe",
            "59 T probe",
            "61 F probe",
            "90 F",
            "92 F probe",
            "121 F",
            "123 T probe");
  }

  @Test
  @DisplayName("When it is due is when it becomes due")
  void dueAt() {
    long now = nanos(1);
    assertThat(memory.dueAt(now, TIMES)).isEqualTo(now);
    read(0, true);
    assertThat(memory.dueAt(now, TIMES)).isEqualTo(nanos(30));
    read(31, false);
    assertThat(memory.dueAt(now, TIMES)).isEqualTo(nanos(32));
    assertThat(memory.watchAt(now, TIMES)).isEqualTo(nanos(60));
    read(59.5, false);
    assertThat(memory.dueAt(now, TIMES)).isEqualTo(nanos(60));
    read(60, false);
    assertThat(memory.dueAt(now, TIMES)).isEqualTo(nanos(90));
    assertThat(memory.watchAt(now, TIMES)).isEqualTo(nanos(90));
  }

  @Test
  @DisplayName("What has no grace fails at once")
  void withoutGrace() {
    ProbeTimes none = TIMES.withoutGrace();
    Memory good = memory.after(0, Answer.good(Verdict.AVAILABLE), none);
    Memory bad = good.after(1, Answer.failed(INQUIRY, "x"), none);
    assertThat(bad.finding()).isEqualTo(Verdict.unavailable("x"));
    assertThat(none.ttl()).isEqualTo(Duration.ofSeconds(30));
  }
}
