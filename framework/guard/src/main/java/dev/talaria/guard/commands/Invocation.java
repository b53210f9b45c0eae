package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellToken.Redirection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A command as it would be started.
 *
 * @param name as written, expanded
 * @param arguments behind it
 * @param redirections as written
 */
record Invocation(Argument name, List<Argument> arguments, List<Redirection> redirections) {
  /** Reserved words and programs that look like patterns. */
  private static final Set<String> PUNCTUATION = Set.of("[", "[[", "{", "}", "!");

  /** Returns the program's name without its folder, in lower case: some file systems ignore it. */
  String program() {
    String text = name.text();
    return text.substring(text.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }

  /** Returns whether it is sure which program this starts. */
  boolean isProgramKnown() {
    if (PUNCTUATION.contains(name.text())) {
      return true;
    }
    return !name.pattern() && name.text().indexOf('{') < 0 && !program().contains(Argument.UNKNOWN);
  }

  /** Returns whether a short option letter, also within a group, or a long option is given. */
  boolean hasOption(char letter, String longName) {
    for (Argument argument : arguments) {
      String text = argument.text();
      if (text.equals("--")) {
        return false;
      }
      boolean grouped = text.startsWith("-") && !text.startsWith("--") && text.indexOf(letter) > 0;
      // Long options may be shortened.
      boolean spelled = text.length() > 3 && text.startsWith("--") && longName.startsWith(text);
      if (grouped || spelled) {
        return true;
      }
    }
    return false;
  }

  List<Argument> operands() {
    return arguments.stream().filter(a -> !a.isOption()).toList();
  }
}
