package dev.talaria.pipeline;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says what is wrong with a text that is no JSON, and where, without the parser's jargon. */
final class JsonSyntax {
  private static final Pattern SOURCE = Pattern.compile("\\s*\\([^()\\[]*\\[Source:[^\\]]*\\]\\)");

  private JsonSyntax() {}

  static String words(JacksonException e) {
    return what(e) + place(e);
  }

  private static String what(JacksonException e) {
    String message = SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
    if (e instanceof UnexpectedEndOfInputException) {
      return "it ends in the middle; was it cut off?";
    }
    if (e instanceof StreamConstraintsException) {
      return message.contains("nesting depth")
          ? "it is nested deeper than " + JsonMappers.MAX_DEPTH
          : message.contains("umber")
              ? "a number has too many digits"
              : "a text in it is longer than can be read";
    }
    if (e instanceof MismatchedInputException && message.startsWith("Trailing token")) {
      return "something follows after its end; send one value only";
    }
    int hint = message.indexOf(" (for ");
    return hint < 0 ? message : message.substring(0, hint);
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
