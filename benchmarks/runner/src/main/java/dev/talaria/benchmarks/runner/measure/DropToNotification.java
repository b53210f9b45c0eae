package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.mcp.ChangeEvents;
import dev.talaria.benchmarks.runner.mcp.McpClient;
import dev.talaria.benchmarks.runner.process.TalariaProcess;
import dev.talaria.benchmarks.runner.report.Figures;
import dev.talaria.benchmarks.runner.report.Table;
import dev.talaria.benchmarks.runner.statistics.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * From a JAR that is whole in the deploy folder, or gone from it, to list_changed at a client that
 * listens.
 */
public final class DropToNotification implements Measurement {
  private static final int ROUNDS = 20;
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  /** Long enough for a second notification of the same change to show. */
  private static final Duration QUIET = Duration.ofMillis(500);

  /** A way of dropping a file. */
  private interface Drop {
    void put(Path source, Path target) throws IOException;
  }

  @Override
  public String name() {
    return "drop";
  }

  @Override
  public String title() {
    return "Drop to notification";
  }

  @Override
  public String run(Setup setup) throws BenchmarkException, IOException, InterruptedException {
    Table table =
        new Table("what", "times", "first ms", "median ms", "worst ms", "notifications each");
    try (TalariaProcess runtime = TalariaProcess.start(setup.distribution(), List.of())) {
      McpClient client = McpClient.awaitStart(runtime);
      try (ChangeEvents events = client.listen(client.openSession())) {
        Series series = new Series(setup, runtime.deployFolder(), client, events);
        Path beside = runtime.outsideOfHome("echo.tmp");
        series.run(
            table,
            "moved in whole",
            (source, target) -> {
              Files.copy(source, beside);
              Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
            });
        series.run(table, "copied in", (source, target) -> Files.copy(source, target));
      }
    }
    return table.toString();
  }

  /** Drops and removals on one runtime. */
  private record Series(Setup setup, Path folder, McpClient client, ChangeEvents events) {
    void run(Table table, String how, Drop drop)
        throws BenchmarkException, IOException, InterruptedException {
      Timings arrivals = new Timings();
      Timings departures = new Timings();
      Path target = folder.resolve("echo.jar");
      for (int round = 1; round <= setup.rounds(ROUNDS); round++) {
        setup.say("drop, " + how + ": " + round);
        events.clear();
        drop.put(setup.echo(), target);
        settle(arrivals, System.nanoTime(), true);
        Files.delete(target);
        settle(departures, System.nanoTime(), false);
      }
      arrivals.row(table, how);
      departures.row(table, "removed, after being " + how);
    }

    private void settle(Timings timings, long changed, boolean listed)
        throws BenchmarkException, IOException, InterruptedException {
      long nanos = events.next(DEADLINE) - changed;
      client.awaitListed("echo", listed);
      Thread.sleep(QUIET.toMillis());
      timings.add(nanos, 1 + events.clear());
    }
  }

  private static final class Timings {
    private final Samples samples = new Samples();
    private long first;
    private int notifications;

    void add(long nanos, int events) {
      if (samples.size() == 0) {
        first = nanos;
      }
      samples.add(nanos);
      notifications += events;
    }

    void row(Table table, String what) {
      table.row(
          what,
          Integer.toString(samples.size()),
          Figures.millis(first),
          Figures.millis(samples.median()),
          Figures.millis(samples.max()),
          Figures.ratio((double) notifications / samples.size()));
    }
  }
}
