package dev.talaria.guard.shell;

import java.util.Optional;

/** A token of a shell script. */
public sealed interface ShellToken {
  /** A word: part of a command. */
  record Word(ShellWord word) implements ShellToken {}

  /** {@code ; & && | || |& ( ) ;;} or a line end (as {@code ;}). */
  record Operator(String symbol) implements ShellToken {}

  /**
   * A redirection.
   *
   * @param descriptor in front of it, or empty
   * @param symbol such as {@code >} or {@code 2>&}, without the descriptor
   * @param target word behind it; for a here-document its delimiter
   * @param document the here-document, read as one word
   */
  record Redirection(
      String descriptor, String symbol, ShellWord target, Optional<ShellWord> document)
      implements ShellToken {
    /** Returns whether it can create or change a file. */
    public boolean writes() {
      return symbol.indexOf('>') >= 0;
    }
  }
}
