package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import java.io.IOException;

/** One thing that is measured. It ends in bounded time and leaves no process behind. */
public interface Measurement {
  /** Returns its name on the command line. */
  String name();

  /** Returns what to print over its figures. */
  String title();

  /** Measures and returns the figures in Markdown. */
  String run(Setup setup) throws BenchmarkException, IOException, InterruptedException;
}
