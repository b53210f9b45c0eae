package dev.talaria.benchmarks.jmh;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** Writes results as one Markdown table, each beside what it is compared with. */
final class Report {
  /** By class, the benchmark that the others of the class are compared with. */
  private static final Map<String, String> BASES =
      Map.of(
          "ArgumentBenchmark", "parsing",
          "CallBenchmark", "direct",
          "DefinitionsBenchmark", "copyOfTheBytes");

  private Report() {}

  static String table(Collection<RunResult> results) {
    StringBuilder table =
        new StringBuilder("| what | parameters | threads | a time | compared |\n");
    table.append("| --- | --- | --- | --- | --- |\n");
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %s ± %s | %s |%n",
              method(params),
              parameters(params),
              params.getThreads(),
              number(score(result)),
              number(result.getPrimaryResult().getScoreError())
                  + " "
                  + result.getPrimaryResult().getScoreUnit(),
              compared(result, results)));
    }
    return table.toString();
  }

  private static String compared(RunResult result, Collection<RunResult> results) {
    BenchmarkParams params = result.getParams();
    String tools = params.getParam("tools");
    String base = BASES.get(type(params));
    if (base == null) {
      return number(score(result) / Integer.parseInt(tools)) + " a tool";
    }
    Optional<RunResult> compared =
        results.stream()
            .filter(other -> type(other.getParams()).equals(type(params)))
            .filter(other -> method(other.getParams()).equals(base))
            .filter(other -> parameters(other.getParams()).equals(parameters(params)))
            .filter(other -> other.getParams().getThreads() == params.getThreads())
            .findFirst();
    return compared.map(other -> number(score(result) / score(other)) + " of " + base).orElse("");
  }

  private static double score(RunResult result) {
    return result.getPrimaryResult().getScore();
  }

  private static String number(double number) {
    if (Double.isNaN(number)) {
      return "?";
    }
    return String.format(
        Locale.ROOT, number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number);
  }

  private static String parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .map(key -> key + " " + Objects.toString(params.getParam(key)))
        .collect(Collectors.joining(", "));
  }

  private static String type(BenchmarkParams params) {
    String[] name = params.getBenchmark().split("\\.");
    return name[name.length - 2];
  }

  private static String method(BenchmarkParams params) {
    String[] name = params.getBenchmark().split("\\.");
    return name[name.length - 1];
  }
}
