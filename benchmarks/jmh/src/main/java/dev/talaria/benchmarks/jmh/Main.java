package dev.talaria.benchmarks.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks in forked virtual machines and prints one table on stdout; progress goes to
 * stderr. Calls are measured on one thread and on eight.
 *
 * <p>Usage: {@code [--only arguments,calls,definitions,arrivals] [--quick]}
 */
public final class Main {
  private enum Part {
    ARGUMENTS(ArgumentBenchmark.class, 1),
    CALLS(CallBenchmark.class, 1, 8),
    DEFINITIONS(DefinitionsBenchmark.class, 1),
    ARRIVALS(ArrivalBenchmark.class, 1);

    final Class<?> benchmarks;
    final List<Integer> threads;

    Part(Class<?> benchmarks, Integer... threads) {
      this.benchmarks = benchmarks;
      this.threads = List.of(threads);
    }
  }

  private Main() {}

  /** Runs what the arguments say. */
  public static void main(String[] arguments) throws RunnerException {
    List<Part> parts = List.of(Part.values());
    boolean quick = false;
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].equals("--quick")) {
        quick = true;
      } else if (arguments[i].equals("--only") && i + 1 < arguments.length) {
        Optional<List<Part>> named = parts(arguments[++i]);
        if (named.isEmpty()) {
          usage();
          return;
        }
        parts = named.get();
      } else {
        usage();
        return;
      }
    }
    List<RunResult> results = new ArrayList<>();
    for (Part part : parts) {
      for (int threads : part.threads) {
        System.err.println(
            "benchmarks/jmh: " + part.name().toLowerCase(Locale.ROOT) + ", threads: " + threads);
        results.addAll(new Runner(options(part, threads, quick).build()).run());
      }
    }
    System.out.print(Report.table(results));
  }

  private static Optional<List<Part>> parts(String names) {
    List<Part> parts = new ArrayList<>();
    for (String name : names.split(",")) {
      try {
        parts.add(Part.valueOf(name.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  private static ChainedOptionsBuilder options(Part part, int threads, boolean quick) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(part.benchmarks.getName() + "\\.")
            .threads(threads)
            .shouldFailOnError(true)
            .jvmArgsAppend("-Xmx2g")
            .verbosity(VerboseMode.SILENT);
    if (quick) {
      options.warmupIterations(2).warmupTime(TimeValue.milliseconds(500));
      options.measurementIterations(2).measurementTime(TimeValue.milliseconds(500));
    }
    return options;
  }

  private static void usage() {
    System.err.println("usage: benchmarks/jmh/run [--only PART,...] [--quick]");
    System.err.println("parts: arguments, calls, definitions, arrivals");
    System.exit(2);
  }
}
