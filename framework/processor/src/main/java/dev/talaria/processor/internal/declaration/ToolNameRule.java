package dev.talaria.processor.internal.declaration;

import java.util.regex.Pattern;

/** The rule for names of tools, as {@code ToolSpec} says. */
final class ToolNameRule {
  /** What to say after a name that breaks the rule. */
  static final String RULE =
      "is no tool name: write 1 to 64 of A-Z a-z 0-9 _ -, starting with a letter";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  private ToolNameRule() {}

  static boolean holdsFor(String name) {
    return NAME.matcher(name).matches();
  }
}
