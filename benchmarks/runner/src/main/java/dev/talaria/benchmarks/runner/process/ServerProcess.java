package dev.talaria.benchmarks.runner.process;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server under measurement. It ends with this object, or with this process at the latest. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(30);
  private static final int TAIL = 2000;

  private final Process process;
  private final Path output;
  private final Thread atExit;

  private ServerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
    this.atExit = new Thread(process::destroyForcibly, "benchmark-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts it with the Java that runs this, its output going to a file. */
  static ServerProcess start(List<String> command, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new ServerProcess(builder.start(), output);
  }

  /** Returns its process id: neither taskset nor the start script leaves another one. */
  public long pid() {
    return process.pid();
  }

  /** Returns the time that it has computed, to a hundredth of a second. */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Fails, with the end of what it printed, when it runs no more. */
  public void requireAlive() throws BenchmarkException, IOException {
    if (!process.isAlive()) {
      String text = Files.readString(output);
      throw new BenchmarkException(
          "A server ended with "
              + process.exitValue()
              + ": "
              + text.substring(Math.max(0, text.length() - TAIL)));
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
