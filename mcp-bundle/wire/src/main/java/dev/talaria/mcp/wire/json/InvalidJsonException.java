package dev.talaria.mcp.wire.json;

import java.util.Objects;

/** The bytes are no JSON document, or one beyond the limits. The message is for the sender. */
public final class InvalidJsonException extends Exception {
  /** What is wrong. */
  public enum Reason {
    /** No JSON: syntax, encoding, a key given twice, something behind the end. */
    SYNTAX,
    /** JSON, but larger or deeper than allowed. */
    LIMIT
  }

  private final Reason reason;

  InvalidJsonException(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = Objects.requireNonNull(reason, "reason");
  }

  /** Returns what is wrong. */
  public Reason reason() {
    return reason;
  }
}
