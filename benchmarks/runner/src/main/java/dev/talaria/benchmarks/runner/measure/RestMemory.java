package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.mcp.McpClient;
import dev.talaria.benchmarks.runner.process.ProcessMemory;
import dev.talaria.benchmarks.runner.process.TalariaProcess;
import dev.talaria.benchmarks.runner.report.Figures;
import dev.talaria.benchmarks.runner.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The resident memory of a runtime that has started and does nothing. */
public final class RestMemory implements Measurement {
  private static final int ROUNDS = 3;
  private static final Duration REST = Duration.ofSeconds(15);
  private static final Duration AFTER_COLLECTION = Duration.ofSeconds(2);

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String title() {
    return "Memory at rest";
  }

  @Override
  public String run(Setup setup) throws BenchmarkException, IOException, InterruptedException {
    Table table =
        new Table("start", "RSS MiB, " + REST.toSeconds() + " s after ready", "after a full GC");
    for (int round = 1; round <= setup.rounds(ROUNDS); round++) {
      setup.say("memory: start " + round);
      try (TalariaProcess runtime = TalariaProcess.start(setup.distribution(), List.of())) {
        McpClient.awaitStart(runtime);
        Thread.sleep(REST.toMillis());
        ProcessMemory memory = new ProcessMemory(runtime.process().pid());
        String before = Figures.mib(memory.residentKib());
        table.row(Integer.toString(round), before, collected(memory));
      }
    }
    return table.toString();
  }

  private static String collected(ProcessMemory memory)
      throws BenchmarkException, IOException, InterruptedException {
    if (!memory.collect()) {
      return "not known, no jcmd";
    }
    Thread.sleep(AFTER_COLLECTION.toMillis());
    return Figures.mib(memory.residentKib());
  }
}
