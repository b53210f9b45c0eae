package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.mcp.McpClient;
import dev.talaria.benchmarks.runner.process.TalariaProcess;
import dev.talaria.benchmarks.runner.report.Figures;
import dev.talaria.benchmarks.runner.report.Table;
import dev.talaria.benchmarks.runner.statistics.Samples;
import java.io.IOException;
import java.util.List;

/** From the start of {@code talaria run} in a fresh home to the first answered tools/list. */
public final class ColdStart implements Measurement {
  private static final int ROUNDS = 10;

  @Override
  public String name() {
    return "cold-start";
  }

  @Override
  public String title() {
    return "Cold start to the first answered tools/list";
  }

  @Override
  public String run(Setup setup) throws BenchmarkException, IOException, InterruptedException {
    start(setup);
    Samples samples = new Samples();
    for (int round = 0; round < setup.rounds(ROUNDS); round++) {
      long nanos = start(setup);
      setup.say("cold start: " + Figures.millis(nanos) + " ms");
      samples.add(nanos);
    }
    return new Table("starts", "min ms", "median ms", "max ms")
        .row(
            Integer.toString(samples.size()),
            Figures.millis(samples.min()),
            Figures.millis(samples.median()),
            Figures.millis(samples.max()))
        .toString();
  }

  private static long start(Setup setup)
      throws BenchmarkException, IOException, InterruptedException {
    long start = System.nanoTime();
    try (TalariaProcess runtime = TalariaProcess.start(setup.distribution(), List.of())) {
      McpClient.awaitStart(runtime);
      return System.nanoTime() - start;
    }
  }
}
