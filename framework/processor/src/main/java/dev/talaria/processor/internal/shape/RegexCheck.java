package dev.talaria.processor.internal.shape;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Checks that a regular expression means the same to the runtime, which compiles it with Java, and
 * to clients, which take it for ECMA-262.
 */
final class RegexCheck {
  private static final Pattern ESCAPE = Pattern.compile("\\\\(x\\{|.)", Pattern.DOTALL);

  /** Anchors, quotes and classes that ECMA-262 does not have. */
  private static final String JAVA_ESCAPES = "QEAZzGhHRXaeN";

  private static final Pattern IN_CLASS = Pattern.compile("&&|\\[");
  private static final Pattern OUTSIDE = Pattern.compile("\\(\\?[>a-zA-Z-]|[*+?}]\\+");

  private RegexCheck() {}

  /** Returns what is wrong with the expression, or nothing. */
  static Optional<String> problem(String expression) {
    try {
      Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      String where = e.getIndex() < 0 ? "" : " near position " + e.getIndex();
      return Optional.of(
          "'" + expression + "' is no regular expression: " + e.getDescription() + where);
    }
    return javaOnly(expression)
        .map(
            part ->
                "'"
                    + part
                    + "' in '"
                    + expression
                    + "' means something else to clients, which read ECMA-262; write it without"
                    + " inline flags, possessive quantifiers, set operations and Java's escapes");
  }

  private static Optional<String> javaOnly(String expression) {
    boolean inClass = false;
    int at = 0;
    while (at < expression.length()) {
      Matcher escape = ESCAPE.matcher(expression).region(at, expression.length());
      if (escape.lookingAt()) {
        String escaped = escape.group(1);
        if (JAVA_ESCAPES.contains(escaped) || escaped.equals("x{")) {
          return Optional.of(escape.group());
        }
        at = escape.end();
        continue;
      }
      Matcher foreign =
          (inClass ? IN_CLASS : OUTSIDE).matcher(expression).region(at, expression.length());
      if (foreign.lookingAt()) {
        return Optional.of(foreign.group());
      }
      char c = expression.charAt(at);
      inClass = inClass ? c != ']' : c == '[';
      at++;
    }
    return Optional.empty();
  }
}
