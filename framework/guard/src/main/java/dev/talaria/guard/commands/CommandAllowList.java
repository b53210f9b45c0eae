package dev.talaria.guard.commands;

import dev.talaria.guard.paths.Glob;
import dev.talaria.guard.shell.PlainScript;
import dev.talaria.guard.shell.ShellSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Commands that an operator allows in advance. An entry is a command with globs: its words are
 * compared with a command's words one to one, and a last {@code *} stands for any further words
 * ({@code git status}, {@code mvn -q *}). A script is allowed if it is plain and every command in
 * it is. Immutable.
 */
public final class CommandAllowList {
  private static final Set<String> OPERATORS = Set.of("|", "&&", "||", ";");

  private final List<List<Glob>> entries;

  private CommandAllowList(List<List<Glob>> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException if an entry is blank or no glob
   */
  public static CommandAllowList of(List<String> lines) {
    List<List<Glob>> entries = new ArrayList<>();
    for (String line : lines) {
      List<Glob> words = new ArrayList<>();
      for (String word : line.strip().split("\\s+")) {
        // A slash is no border here: a command's words are compared as a whole.
        words.add(Glob.of(word.replace('/', '\u0001')));
      }
      entries.add(List.copyOf(words));
    }
    return new CommandAllowList(entries);
  }

  /** Returns why a script is not allowed by the list; empty if it is. */
  public Optional<String> refusal(String script) {
    if (entries.isEmpty()) {
      return Optional.of("no command is allowed in advance");
    }
    try {
      for (List<String> command : PlainScript.read(script, OPERATORS).commands()) {
        if (entries.stream().noneMatch(entry -> matches(entry, command))) {
          return Optional.of("'" + String.join(" ", command) + "' is not allowed in advance");
        }
      }
      return Optional.empty();
    } catch (ShellSyntaxException e) {
      return Optional.of(
          "only plain commands are allowed in advance, but it has " + e.getMessage());
    }
  }

  private static boolean matches(List<Glob> entry, List<String> command) {
    boolean open = entry.get(entry.size() - 1).toString().equals("*");
    int fixed = open ? entry.size() - 1 : entry.size();
    if (open ? command.size() < fixed : command.size() != fixed) {
      return false;
    }
    for (int i = 0; i < fixed; i++) {
      String word = command.get(i);
      // An empty word cannot be split into components.
      if (word.isEmpty() || !entry.get(i).matches(word.replace('/', '\u0001'))) {
        return false;
      }
    }
    return true;
  }
}
