package dev.talaria.benchmarks.runner.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {
  /** More than fit at first, from the largest to the smallest. */
  private final Samples thousands =
      Samples.of(LongStream.rangeClosed(1, 5000).map(i -> 5001 - i).toArray());

  @ParameterizedTest
  @CsvSource({"0,1", "0.01,1", "50,2500", "99,4950", "99.99,5000", "100,5000"})
  void percentileIsTheNearestRank(double percent, long expected) {
    assertThat(thousands.percentile(percent)).isEqualTo(expected);
  }

  @Test
  void medianOfAnEvenNumberLiesBetween() {
    assertThat(Samples.of(40, 10, 20, 30).median()).isEqualTo(25);
    assertThat(Samples.of(30, 10, 20).median()).isEqualTo(20);
    assertThat(Median.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
    assertThat(Median.of(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
  }

  @Test
  void samplesThatComeAfterAQuestionCount() {
    Samples samples = Samples.of(5);
    assertThat(samples.max()).isEqualTo(5);
    samples.add(1);
    assertThat(samples.min()).isEqualTo(1);
    assertThat(samples.max()).isEqualTo(5);
  }

  @Test
  void nothingHasNoMedian() {
    assertThatIllegalStateException().isThrownBy(() -> new Samples().median());
    assertThatIllegalStateException().isThrownBy(() -> Median.of(List.of()));
  }
}
