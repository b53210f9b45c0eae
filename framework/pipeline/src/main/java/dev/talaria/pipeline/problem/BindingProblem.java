package dev.talaria.pipeline.problem;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Words for arguments that fit their schema and still cannot be made into what the tool takes: a
 * date that does not exist, a check in a record's constructor. Speaks of the place and the value,
 * never of classes.
 */
public final class BindingProblem {
  private static final Map<String, String> KINDS =
      Map.ofEntries(
          Map.entry("LocalDate", "a date such as 2026-01-31"),
          Map.entry("LocalTime", "a time such as 12:00:00"),
          Map.entry("LocalDateTime", "a date with a time such as 2026-01-31T12:00:00"),
          Map.entry("OffsetDateTime", "a date with a time and an offset"),
          Map.entry("ZonedDateTime", "a date with a time and a zone"),
          Map.entry("Instant", "a moment such as 2026-01-31T12:00:00Z"),
          Map.entry("Duration", "a duration such as PT30S"),
          Map.entry("Period", "a period such as P1D"),
          Map.entry("ZoneId", "a time zone"),
          Map.entry("UUID", "a UUID"),
          Map.entry("URI", "a URI"),
          Map.entry("Path", "a path"),
          Map.entry("Locale", "a language tag"));

  private BindingProblem() {}

  /** Returns one sentence about what could not be bound. */
  public static String words(JacksonException e) {
    String place =
        e.getPath().stream()
            .map(
                step ->
                    step.getPropertyName() == null
                        ? Integer.toString(step.getIndex())
                        : step.getPropertyName())
            .map(step -> "/" + step)
            .collect(Collectors.joining());
    String where = place.isEmpty() ? "" : Words.cut(place) + ": ";
    return "The arguments do not fit the tool: " + where + reason(e);
  }

  private static String reason(JacksonException e) {
    if (e instanceof ValueInstantiationException made
        && made.getCause() != null
        && made.getCause().getMessage() != null) {
      // What the author's own check says.
      return made.getCause().getMessage();
    }
    if (e instanceof InvalidFormatException format) {
      return Words.cut('"' + String.valueOf(format.getValue()) + '"')
          + " is not "
          + KINDS.getOrDefault(format.getTargetType().getSimpleName(), "a value that can be taken");
    }
    return "the value cannot be taken";
  }
}
