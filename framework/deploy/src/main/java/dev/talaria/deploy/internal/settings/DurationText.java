package dev.talaria.deploy.internal.settings;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as operators write them: {@code 200ms}, {@code 5s}, {@code 2m}, {@code 1h}. */
final class DurationText {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

  private DurationText() {}

  static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        });
  }
}
