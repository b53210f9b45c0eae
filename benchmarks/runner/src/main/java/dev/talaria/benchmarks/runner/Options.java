package dev.talaria.benchmarks.runner;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the command line asks for.
 *
 * @param only names of measurements; empty for all
 * @param rounds how often each is repeated, if not as usual
 * @param load how long a load lasts
 */
record Options(
    Set<String> only, OptionalInt rounds, Duration load, Path distribution, Path echo, Path bare) {
  static final String USAGE =
      "benchmarks/run [--only NAME[,NAME]] [--rounds N] [--seconds N] [--distribution DIR]"
          + " [--echo JAR] [--bare JAR]; names: cold-start, memory, drop, throughput";

  private static final int USUAL_SECONDS = 8;
  private static final Set<String> NAMES =
      Set.of("--only", "--rounds", "--seconds", "--distribution", "--echo", "--bare");

  /**
   * Reads them.
   *
   * @param known names of the measurements there are
   * @throws IllegalArgumentException with a message for the user
   */
  static Options parse(List<String> arguments, Set<String> known) {
    Map<String, String> values = new TreeMap<>();
    for (ListIterator<String> rest = arguments.listIterator(); rest.hasNext(); ) {
      String name = rest.next();
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(name + " is no option");
      }
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      values.put(name, rest.next());
    }
    Set<String> only = values.containsKey("--only") ? names(values.get("--only")) : Set.of();
    for (String name : only) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(name + " is no measurement");
      }
    }
    return new Options(
        only,
        values.containsKey("--rounds")
            ? OptionalInt.of(positive("--rounds", values.get("--rounds")))
            : OptionalInt.empty(),
        Duration.ofSeconds(
            positive(
                "--seconds", values.getOrDefault("--seconds", Integer.toString(USUAL_SECONDS)))),
        path(values, "--distribution"),
        path(values, "--echo"),
        path(values, "--bare"));
  }

  boolean wants(String name) {
    return only.isEmpty() || only.contains(name);
  }

  private static Set<String> names(String list) {
    return new TreeSet<>(List.of(list.split(",", -1)));
  }

  private static Path path(Map<String, String> values, String name) {
    if (!values.containsKey(name)) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return Path.of(values.get(name)).toAbsolutePath().normalize();
  }

  private static int positive(String name, String value) {
    if (!value.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(name + " needs a number from 1 to 9999, not " + value);
    }
    return Integer.parseInt(value);
  }
}
