package dev.talaria.pipeline;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a number and a unit ({@code 500ms}, {@code 30s}, 5m, 1h). */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is no number with a unit
   */
  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write a number and ms, s, m or h, such as 30s");
    }
    long number = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
