package dev.talaria.ops.internal.json;

/** A text is no JSON; the message says why, to go on after "because". */
public final class InvalidJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidJsonException(String message) {
    super(message);
  }
}
