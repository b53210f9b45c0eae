package dev.talaria.guard.shell;

import java.util.List;
import java.util.Optional;

/**
 * One word of a command, as pieces whose quotes are gone. Immutable.
 *
 * @param parts in order; adjoining
 */
public record ShellWord(List<Part> parts) {
  /** A piece of a word. */
  public sealed interface Part {}

  /** Text that stands for itself; unquoted, it may hold pattern characters. */
  public record Literal(String text, boolean quoted) implements Part {}

  /** {@code $NAME}, <code>${NAME}</code>. */
  public record Variable(String name, boolean quoted) implements Part {}

  /** {@code $(...)}, backquotes, {@code <(...)}: its output is unknown, its commands are not. */
  public record Substitution(List<ShellToken> script, boolean quoted) implements Part {}

  /**
   * Another expansion, whose value is unknown; the commands in it are not. It may set the variable
   * that it names, if it names one.
   */
  public record Opaque(String name, List<Part> inner, boolean quoted) implements Part {}

  public ShellWord {
    parts = List.copyOf(parts);
  }

  /**
   * Returns the word's text if the shell would change nothing in it: no expansion, no pattern, no
   * brace, no tilde at its begin.
   */
  public Optional<String> plain() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (!(part instanceof Literal literal) || (!literal.quoted() && isActive(literal.text()))) {
        return Optional.empty();
      }
      text.append(literal.text());
    }
    boolean tilde =
        !parts.isEmpty()
            && parts.get(0) instanceof Literal first
            && !first.quoted()
            && first.text().startsWith("~");
    return tilde ? Optional.empty() : Optional.of(text.toString());
  }

  /** Returns the text if the whole word is unquoted and literal; for reserved words. */
  Optional<String> bare() {
    return parts.size() == 1 && parts.get(0) instanceof Literal literal && !literal.quoted()
        ? Optional.of(literal.text())
        : Optional.empty();
  }

  private static boolean isActive(String text) {
    return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{' || c == '}');
  }
}
