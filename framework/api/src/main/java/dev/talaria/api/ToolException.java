package dev.talaria.api;

import java.util.Objects;

/** A failure whose message is meant for the model: what went wrong and what to do instead. */
public class ToolException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates a failure with a message for the model. */
  public ToolException(String message) {
    super(Objects.requireNonNull(message, "message"));
  }

  /** Creates a failure with a message for the model and the cause for the log. */
  public ToolException(String message, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
  }
}
