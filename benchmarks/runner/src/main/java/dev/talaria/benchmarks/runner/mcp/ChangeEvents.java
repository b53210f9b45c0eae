package dev.talaria.benchmarks.runner.mcp;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * When notifications of changed tools arrived. A thread of its own reads the stream and notes the
 * time of each; it ends when the stream is closed, here or by the server.
 */
public final class ChangeEvents implements AutoCloseable {
  private static final int BOUND = 1024;

  private final BlockingQueue<Long> arrivals = new ArrayBlockingQueue<>(BOUND);
  private final Stream<String> lines;

  ChangeEvents(Stream<String> lines) {
    this.lines = lines;
    Thread reader = new Thread(this::read, "benchmark-events");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try {
      lines
          .filter(line -> line.startsWith("data:") && line.contains("tools/list_changed"))
          .forEach(line -> arrivals.offer(System.nanoTime()));
    } catch (UncheckedIOException e) {
      // Closed. Who waits for an event that is still missing says so.
    }
  }

  /** Waits for the next one and returns its {@link System#nanoTime}. */
  public long next(Duration deadline) throws BenchmarkException, InterruptedException {
    Long arrival = arrivals.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
    if (arrival == null) {
      throw new BenchmarkException("No list_changed came within " + deadline.toSeconds() + " s.");
    }
    return arrival;
  }

  /** Forgets those that nobody waited for and returns how many there were. */
  public int clear() {
    int count = arrivals.size();
    arrivals.clear();
    return count;
  }

  @Override
  public void close() {
    lines.close();
  }
}
