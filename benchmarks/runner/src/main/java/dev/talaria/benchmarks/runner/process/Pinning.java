package dev.talaria.benchmarks.runner.process;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Keeps servers on the first core and the client on the second, where {@code taskset} is. */
public final class Pinning {
  private static final String TASKSET = "taskset";
  private static final long DEADLINE_SECONDS = 10;

  private final boolean possible;

  public Pinning() {
    possible =
        Runtime.getRuntime().availableProcessors() >= 2
            && Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, TASKSET)));
  }

  /** Returns what to put before the command of a server. */
  public List<String> server() {
    return possible ? List.of(TASKSET, "-c", "0") : List.of();
  }

  /** Pins this process, from now on and for all its threads. */
  public void client() throws BenchmarkException, IOException, InterruptedException {
    if (!possible) {
      return;
    }
    String self = Long.toString(ProcessHandle.current().pid());
    Process taskset =
        new ProcessBuilder(TASKSET, "-a", "-c", "-p", "1", self)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!taskset.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) || taskset.exitValue() != 0) {
      taskset.destroyForcibly();
      throw new BenchmarkException("taskset could not pin this process to core 1.");
    }
  }

  /** Says what is done. */
  public String description() {
    return possible ? "servers on core 0, client on core 1" : "nothing is pinned";
  }
}
