package dev.talaria.pipeline;

/** A text is no usable JSON Schema; the message says why. */
public final class InvalidSchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidSchemaException(String message) {
    super(message);
  }

  InvalidSchemaException(String message, Throwable cause) {
    super(message, cause);
  }
}
