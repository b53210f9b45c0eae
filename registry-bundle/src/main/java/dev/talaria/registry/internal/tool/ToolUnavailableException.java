package dev.talaria.registry.internal.tool;

/** The object of a tool cannot be had now; the message is meant for whoever called. */
public final class ToolUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  public ToolUnavailableException(String message) {
    super(message);
  }

  public ToolUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
