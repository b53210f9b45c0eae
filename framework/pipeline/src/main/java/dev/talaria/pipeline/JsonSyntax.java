package dev.talaria.pipeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says what is wrong with a text that is no JSON, and where, without the parser's jargon. */
public final class JsonSyntax {
  private static final Pattern CHARACTER = Pattern.compile("\\('(.)' \\(code \\d+");
  private static final Pattern QUOTED = Pattern.compile("['\"]([^'\"]{1,40})['\"]");

  private JsonSyntax() {}

  /**
   * Returns what is wrong and where, as part of a sentence, in words for whoever wrote the text.
   */
  public static String words(JacksonException e) {
    return what(e) + place(e);
  }

  private static String what(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
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
    return syntax(message);
  }

  /** The parser tells by its message alone what it stumbled on. */
  private static String syntax(String message) {
    if (message.startsWith("Duplicate")) {
      return named("the key '", QUOTED, message, "'", "a key of an object") + " stands twice";
    }
    if (message.startsWith("Non-standard token") || message.startsWith("Unrecognized token")) {
      return named("'", QUOTED, message, "'", "a word in it")
          + " is no value; there are numbers, true, false, null and texts in double quotes";
    }
    if (message.contains("character escape")) {
      return "a backslash in a text stands before something that cannot be escaped; write \\\\ for a"
          + " backslash";
    }
    if (message.startsWith("Illegal unquoted character")) {
      return "a line break or another control character stands in a text; write it as \\n or"
          + " \\u0000";
    }
    if (message.contains("numeric value") || message.contains("Leading zero")) {
      return "a number is not written as JSON has it; no leading zeros, no plus sign, digits on both"
          + " sides of the point";
    }
    if (message.startsWith("Unexpected character") || message.startsWith("Illegal character")) {
      return named("the character ", CHARACTER, message, "", "a character")
          + " does not belong here"
          + (message.contains("double-quote") ? "; keys stand in double quotes" : "")
          + (message.contains("expecting comma") ? "; is a comma or a bracket missing?" : "");
    }
    return "it is not written as JSON has it";
  }

  private static String named(
      String before, Pattern pattern, String message, String after, String otherwise) {
    Matcher matcher = pattern.matcher(message);
    return matcher.find() ? before + matcher.group(1) + after : otherwise;
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
