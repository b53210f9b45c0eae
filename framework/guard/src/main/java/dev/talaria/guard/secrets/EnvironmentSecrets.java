package dev.talaria.guard.secrets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds the values of environment variables whose names say that they are secrets. */
final class EnvironmentSecrets {
  /** Shorter values are found in too many innocent texts. */
  private static final int MIN_CHARS = 8;

  private EnvironmentSecrets() {}

  /** Returns the values, the longest first, so that none is replaced in part. */
  static List<String> in(Map<String, String> environment) {
    List<String> values = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (isTelling(name) && value.length() >= MIN_CHARS && !values.contains(value)) {
            values.add(value);
          }
        });
    values.sort(Comparator.comparingInt(String::length).reversed());
    return values;
  }

  private static boolean isTelling(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return upper.endsWith("TOKEN")
        || upper.endsWith("_KEY")
        || upper.endsWith("APIKEY")
        || upper.endsWith("SECRET")
        || upper.endsWith("_PASS")
        || upper.contains("PASSWORD")
        || upper.contains("PASSWD")
        || upper.contains("CREDENTIAL");
  }
}
