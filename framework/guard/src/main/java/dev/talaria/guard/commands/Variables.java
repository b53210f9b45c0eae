package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellCommand;
import dev.talaria.guard.shell.ShellWord;
import dev.talaria.guard.shell.ShellWord.Literal;
import dev.talaria.guard.shell.ShellWord.Opaque;
import dev.talaria.guard.shell.ShellWord.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is known of variables without running anything. One that is set exactly once, to a literal,
 * has that value or none (the assignment may not be reached); everything else is unknown.
 */
final class Variables {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?:\\[[^\\]]*\\])?(\\+?)=(.*)", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> SETTERS =
      Set.of(
          "read",
          "export",
          "declare",
          "typeset",
          "local",
          "readonly",
          "printf",
          "unset",
          "mapfile",
          "readarray",
          "getopts",
          "let",
          "for",
          "select",
          "coproc");

  /** They run text that can set any variable. */
  private static final Set<String> RUN_TEXT = Set.of("eval", "source", ".", "trap", "alias");

  private final Map<String, String> constants;
  private final Map<String, String> single = new HashMap<>();
  private final Set<String> unsure = new HashSet<>();
  private boolean nothingSure;

  /**
   * @param constants set by the runtime, such as HOME
   */
  Variables(List<ShellCommand> commands, Map<String, String> constants) {
    this.constants = constants;
    commands.forEach(this::note);
  }

  /** Returns the name that a word assigns to, if it has the form of an assignment. */
  static Optional<String> assigned(ShellWord word) {
    return match(word).map(m -> m.group(1));
  }

  /**
   * Returns a variable's value.
   *
   * @param assigned whether assignments that may not be reached were reached
   */
  Optional<String> value(String name, boolean assigned) {
    if (nothingSure && !constants.containsKey(name)) {
      return Optional.empty();
    }
    if (unsure.contains(name)) {
      return Optional.empty();
    }
    if (single.containsKey(name)) {
      // Set beside what the environment holds: one of two values.
      return constants.containsKey(name)
          ? Optional.empty()
          : Optional.of(assigned ? single.get(name) : "");
    }
    if (constants.containsKey(name)) {
      return Optional.of(constants.get(name));
    }
    return assigned ? Optional.empty() : Optional.of("");
  }

  private void note(ShellCommand command) {
    boolean onlyAssignments = command.words().stream().allMatch(w -> match(w).isPresent());
    boolean leading = true;
    boolean setter = false;
    for (ShellWord word : command.words()) {
      noteExpansions(word.parts());
      Optional<Matcher> assignment = match(word);
      if (assignment.isPresent()) {
        Matcher m = assignment.get();
        Optional<String> value =
            onlyAssignments && leading && m.group(2).isEmpty()
                ? literalValue(word)
                : Optional.empty();
        set(m.group(1), value);
        continue;
      }
      leading = false;
      String text = word.plain().orElse("");
      setter |= SETTERS.contains(text);
      nothingSure |= RUN_TEXT.contains(text);
      if (setter && NAME.matcher(text).matches()) {
        unsure.add(text);
      }
    }
  }

  /** <code>${NAME:=value}</code> sets a variable as well. */
  private void noteExpansions(List<Part> parts) {
    for (Part part : parts) {
      if (part instanceof Opaque opaque) {
        unsure.add(opaque.name());
        noteExpansions(opaque.inner());
      }
    }
  }

  /** Returns whether the script sets a variable. */
  boolean sets(String name) {
    return single.containsKey(name) || unsure.contains(name);
  }

  private void set(String name, Optional<String> value) {
    if (value.isEmpty() || single.containsKey(name)) {
      unsure.add(name);
    } else {
      single.put(name, value.get());
    }
  }

  private static Optional<String> literalValue(ShellWord word) {
    return word.plain()
        .map(text -> text.substring(text.indexOf('=') + 1))
        .filter(value -> !value.startsWith("~"));
  }

  private static Optional<Matcher> match(ShellWord word) {
    if (word.parts().isEmpty()
        || !(word.parts().get(0) instanceof Literal first)
        || first.quoted()) {
      return Optional.empty();
    }
    Matcher m = ASSIGNMENT.matcher(first.text());
    return m.matches() ? Optional.of(m) : Optional.empty();
  }
}
