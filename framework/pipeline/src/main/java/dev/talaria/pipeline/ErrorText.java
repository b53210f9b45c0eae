package dev.talaria.pipeline;

import dev.talaria.guard.secrets.SecretRedactor;

/**
 * Makes messages of errors fit to be shown to a model: without secrets, short, well-formed, and,
 * for what was thrown, without what could pose as conversation. Never throws.
 */
final class ErrorText {
  /** Longest message of an envelope; a marker follows where it was cut. */
  static final int MAX_CHARS = 2048;

  static final String CUT = "... [cut]";

  /** Starts what a tool threw. */
  static final String PREFIX = "[TOOL_ERROR] ";

  private static final int MAX_SANITIZED_CHARS = 2000;

  /** What is looked at at all, so that a message of megabytes costs no more than a long one. */
  private static final int MAX_READ_CHARS = 8 * MAX_CHARS;

  /** Cutting may make a secret of what was none before; two rounds settle all but made-up texts. */
  private static final int MAX_ROUNDS = 8;

  private static final SecretRedactor REDACTOR = SecretRedactor.ofMessages(System.getenv());

  private ErrorText() {}

  /** Returns a message of an envelope. */
  static String bounded(String message) {
    String redacted = redacted(message);
    return redacted.length() <= MAX_CHARS + CUT.length() && isCut(redacted)
        ? redacted
        : cut(redacted, MAX_CHARS);
  }

  /** Bounds without looking for secrets: what a tool says in its own result is its business. */
  static String cut(String text, int max) {
    return text.length() <= max ? text : UnicodeText.head(text, max) + CUT;
  }

  private static boolean isCut(String text) {
    return text.endsWith(CUT);
  }

  private static String redacted(String message) {
    String read = UnicodeText.head(message == null ? "" : message, MAX_READ_CHARS);
    return UnicodeText.wellFormed(REDACTOR.redact(read));
  }

  /** Returns what was thrown as a message: prefixed, without framing, at most 2000 characters. */
  static String sanitized(String text) {
    String body = text == null ? "" : text;
    String before;
    int rounds = 0;
    do {
      before = body;
      body = round(body);
    } while (!body.equals(before) && ++rounds < MAX_ROUNDS);
    return body.isEmpty() ? PREFIX.strip() : PREFIX + body;
  }

  private static String round(String text) {
    String body = UnicodeText.head(text, MAX_READ_CHARS).strip();
    while (body.startsWith(PREFIX.strip())) {
      body = body.substring(PREFIX.strip().length()).strip();
    }
    body = redacted(FramingFilter.clean(body)).strip();
    return body.length() <= MAX_SANITIZED_CHARS
        ? body
        : UnicodeText.head(body, MAX_SANITIZED_CHARS - 3) + "...";
  }
}
