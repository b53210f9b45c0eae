package dev.talaria.processor.internal.json;

/** A text is no JSON; the message says what is wrong where. */
public final class JsonSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  JsonSyntaxException(String message) {
    super(message);
  }
}
