package dev.talaria.benchmarks.jmh;

import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Many tools arrive: each by itself, as from many bundles, or all in one change. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(1)
public class ArrivalBenchmark {
  /** How many arrive. */
  @Param({"1000", "10000", "100000"})
  public int tools;

  private Registry registry;
  private List<InputChange> arrivals;

  /** Makes what will arrive in an empty registry. */
  @Setup(Level.Iteration)
  public void prepare() {
    registry = new Registry(0, false);
    arrivals = new ArrayList<>(tools);
    for (int i = 0; i < tools; i++) {
      Candidate candidate = registry.candidate("tool_" + i);
      arrivals.add(new InputChange.Arrived(candidate));
    }
  }

  /** Empties it. */
  @TearDown(Level.Iteration)
  public void empty() {
    registry.close();
  }

  /** Each is a change of its own. */
  @Benchmark
  public void oneByOne() {
    for (InputChange arrival : arrivals) {
      registry.apply(List.of(arrival));
    }
  }

  /** All are one change. */
  @Benchmark
  public void together() {
    registry.apply(arrivals);
  }
}
