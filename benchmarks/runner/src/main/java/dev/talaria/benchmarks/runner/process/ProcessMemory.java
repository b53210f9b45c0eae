package dev.talaria.benchmarks.runner.process;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a Java process holds of the machine's memory, and its garbage collected from outside. */
public final class ProcessMemory {
  private static final String RSS = "VmRSS:";
  private static final long DEADLINE_SECONDS = 30;

  private final long pid;

  public ProcessMemory(long pid) {
    this.pid = pid;
  }

  /** Returns the resident set in KiB. */
  public long residentKib() throws BenchmarkException, IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith(RSS)) {
        return Long.parseLong(line.substring(RSS.length()).replace("kB", "").strip());
      }
    }
    throw new BenchmarkException("The system does not tell the resident memory of " + pid + ".");
  }

  /** Has all garbage collected; returns whether there is a {@code jcmd} that can. */
  public boolean collect() throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return false;
    }
    Process process =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    return ended && process.exitValue() == 0;
  }
}
