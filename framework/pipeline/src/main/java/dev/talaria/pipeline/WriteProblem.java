package dev.talaria.pipeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/** Says why a result cannot be written as JSON, without the writer's jargon. */
final class WriteProblem {
  private static final Pattern UNWRITABLE =
      Pattern.compile("No serializer found for class ([\\w.$]{1,200})");

  private WriteProblem() {}

  static String words(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    Matcher unwritable = UNWRITABLE.matcher(message);
    if (unwritable.find()) {
      return "the class "
          + unwritable.group(1)
          + " has nothing that can be written; return a record, a map, a list or a text";
    }
    if (message.contains("nesting depth")) {
      return "it is nested deeper than " + JsonMappers.MAX_DEPTH + ", or contains itself";
    }
    if (e instanceof StreamConstraintsException) {
      return "it is too large";
    }
    if (message.contains("self-reference")) {
      return "it contains itself";
    }
    Throwable cause = e.getCause();
    return cause == null || cause instanceof JacksonException
        ? "one of its values is no data"
        : "reading one of its values failed: "
            + cause.getClass().getSimpleName()
            + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
  }
}
