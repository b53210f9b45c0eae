package dev.talaria.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs each benchmark for a moment, so that none of them rots. It measures nothing. */
class BenchmarksRunTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        ArgumentBenchmark.class,
        ArrivalBenchmark.class,
        CallBenchmark.class,
        DefinitionsBenchmark.class
      })
  void eachRuns(Class<?> benchmarks) throws Exception {
    OptionsBuilder options = new OptionsBuilder();
    options
        .include(benchmarks.getName() + "\\.")
        .forks(0)
        .threads(benchmarks == CallBenchmark.class ? 2 : 1)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(20))
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
    if (benchmarks != ArgumentBenchmark.class) {
      options.param("tools", "10");
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    assertThat(names(results)).isEqualTo(declared(benchmarks));
  }

  private static Set<String> names(Collection<RunResult> results) {
    return results.stream()
        .map(result -> result.getParams().getBenchmark())
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(Collectors.toSet());
  }

  private static Set<String> declared(Class<?> benchmarks) {
    return List.of(benchmarks.getMethods()).stream()
        .filter(method -> method.isAnnotationPresent(Benchmark.class))
        .map(method -> method.getName())
        .collect(Collectors.toSet());
  }
}
