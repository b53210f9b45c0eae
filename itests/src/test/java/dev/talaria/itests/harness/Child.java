package dev.talaria.itests.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process of a test. What it prints is kept, read by two threads that end with it; the lists'
 * monitors guard them. It never outlives {@link #close}.
 */
public final class Child implements AutoCloseable {
  private static final Duration LAST_LINES = Duration.ofSeconds(5);

  private final String name;
  private final Process process;
  private final List<String> out = new ArrayList<>();
  private final List<String> err = new ArrayList<>();
  private final Thread outReader;
  private final Thread errReader;

  private Child(String name, Process process, Consumer<String> onLine) {
    this.name = name;
    this.process = process;
    outReader = reader(process.getInputStream(), "out", out, onLine);
    errReader = reader(process.getErrorStream(), "err", err, line -> {});
  }

  /** Starts a process. */
  public static Child start(String name, ProcessBuilder builder) {
    return start(name, builder, line -> {});
  }

  /**
   * Starts a process.
   *
   * @param onLine gets each line of its stdout, on the thread that reads it
   */
  public static Child start(String name, ProcessBuilder builder, Consumer<String> onLine) {
    // Nothing of the caller's own runtime.
    builder.environment().remove("TALARIA_HOME");
    builder.environment().remove("TALARIA_JAVA_OPTS");
    try {
      return new Child(name, builder.start(), onLine);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " does not start", e);
    }
  }

  private Thread reader(
      InputStream stream, String which, List<String> lines, Consumer<String> onLine) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                  synchronized (lines) {
                    lines.add(line);
                  }
                  onLine.accept(line);
                }
              } catch (IOException e) {
                // The process was ended while it printed.
                return;
              }
            },
            name + "-" + which);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns what it printed to stdout so far. */
  public String out() {
    return text(out);
  }

  /** Returns what it printed to stderr so far. */
  public String err() {
    return text(err);
  }

  private static String text(List<String> lines) {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** Writes a line to its stdin. */
  public void say(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " does not read; " + this, e);
    }
  }

  /** Closes its stdin. */
  public void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks it to end, as Ctrl-C and service managers do. */
  public void terminate() {
    process.destroy();
  }

  /** Ends it without a chance to clean up. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end and returns the exit code; fails, with what it printed, at the deadline. */
  public int awaitExit(Duration deadline) {
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        AssertionError failure =
            new AssertionError(name + " did not end within " + deadline + "; " + this);
        close();
        throw failure;
      }
      outReader.join(LAST_LINES.toMillis());
      errReader.join(LAST_LINES.toMillis());
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public String toString() {
    return name + " printed:\n" + out() + "\nand to stderr:\n" + err();
  }
}
