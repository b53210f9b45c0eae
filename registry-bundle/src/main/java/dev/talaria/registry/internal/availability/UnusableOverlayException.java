package dev.talaria.registry.internal.availability;

/** An overlay gave something that cannot be shown; the message says what, as part of a sentence. */
final class UnusableOverlayException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableOverlayException(String message) {
    super(message);
  }

  UnusableOverlayException(String message, Throwable cause) {
    super(message, cause);
  }
}
