package dev.talaria.benchmarks.runner;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.measure.ColdStart;
import dev.talaria.benchmarks.runner.measure.DropToNotification;
import dev.talaria.benchmarks.runner.measure.Measurement;
import dev.talaria.benchmarks.runner.measure.RestMemory;
import dev.talaria.benchmarks.runner.measure.Setup;
import dev.talaria.benchmarks.runner.measure.Throughput;
import dev.talaria.benchmarks.runner.report.MachineFacts;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the measurements one after another: figures on stdout, progress on stderr. */
public final class Main {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  /** Throughput comes last, since it pins this process. */
  private static final List<Measurement> ALL =
      List.of(new ColdStart(), new RestMemory(), new DropToNotification(), new Throughput());

  private Main() {}

  /** Exit code 0 when all was measured, 1 when something failed, 2 on wrong usage. */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    Set<String> known = ALL.stream().map(Measurement::name).collect(Collectors.toSet());
    Options options;
    try {
      options = Options.parse(arguments, known);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + Options.USAGE);
      return WRONG_USAGE;
    }
    Setup setup =
        new Setup(
            options.distribution(),
            options.echo(),
            options.bare(),
            options.rounds(),
            options.load(),
            System.err::println);
    try {
      String date = Instant.now().truncatedTo(ChronoUnit.MINUTES).toString();
      System.out.println(MachineFacts.table(command(), date));
      for (Measurement measurement : ALL) {
        if (options.wants(measurement.name())) {
          String load = MachineFacts.load();
          System.out.println("## " + measurement.title() + "\n");
          System.out.println(measurement.run(setup));
          System.out.println("Load of the machine before: " + load + "\n");
        }
      }
      return 0;
    } catch (BenchmarkException e) {
      System.err.println("The measurement failed: " + e.getMessage());
      return FAILED;
    } catch (IOException e) {
      System.err.println("The measurement failed: " + e);
      return FAILED;
    } catch (InterruptedException e) {
      System.err.println("The measurement was interrupted.");
      return FAILED;
    }
  }

  /** Returns what the user typed, which the script hands on. */
  private static String command() {
    return System.getProperty("benchmark.command", "benchmarks/run");
  }
}
