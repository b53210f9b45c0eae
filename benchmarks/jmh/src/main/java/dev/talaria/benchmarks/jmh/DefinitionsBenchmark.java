package dev.talaria.benchmarks.jmh;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
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

/** The definitions of all tools as one text, over copying as many bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DefinitionsBenchmark {
  private static final DefinitionOptions OPENAI = DefinitionOptions.of(DefinitionFormat.OPENAI);

  /** How many tools there are. */
  @Param({"10", "100", "1000"})
  public int tools;

  private Registry registry;
  private byte[] bytes;
  private Candidate passing;

  /** Fills the registry. */
  @Setup(Level.Trial)
  public void fill() {
    registry = new Registry(tools, false);
    bytes = definitions();
    passing = registry.candidate("passing");
  }

  /** Empties it. */
  @TearDown(Level.Trial)
  public void empty() {
    registry.close();
  }

  /** What all is compared with. */
  @Benchmark
  public byte[] copyOfTheBytes() {
    return bytes.clone();
  }

  /** Nothing has changed since the last time. */
  @Benchmark
  public byte[] definitions() {
    return registry.session().view().definitions(OPENAI).json();
  }

  /** One tool has come and gone since the last time. */
  @Benchmark
  public byte[] definitionsAfterChanges() {
    registry.apply(List.of(new InputChange.Arrived(passing)));
    registry.apply(List.of(new InputChange.Left(passing)));
    return definitions();
  }
}
