package dev.talaria.pipeline;

/** A declaration document cannot be used; the message says which part of it and why. */
public final class InvalidToolDocumentException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidToolDocumentException(String message) {
    super(message);
  }

  InvalidToolDocumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
