package dev.talaria.guard.shell;

/** The text is no shell command that this reader understands. The message says what stopped it. */
public final class ShellSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  ShellSyntaxException(String message) {
    super(message);
  }
}
