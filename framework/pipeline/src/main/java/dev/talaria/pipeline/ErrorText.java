package dev.talaria.pipeline;

import dev.talaria.guard.secrets.SecretRedactor;
import java.util.regex.Pattern;

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

  /** What a terminal obeys: colours, cursors, titles. Begun ones end with the text. */
  private static final Pattern TERMINAL =
      Pattern.compile(
          "(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]?"
              + "|(?:\u001b[\\]PX^_]|[\u009d\u0090])[^\u0007\u001b\u009c]*+"
              + "(?:\u0007|\u001b\\\\|\u009c|$)?"
              + "|\u001b[ -/]*+[0-~]?");

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

  /** Returns what somebody else's code says as one line of a message: clean, without secrets. */
  static String line(String text, int max) {
    String read = UnicodeText.head(text == null ? "" : text, MAX_READ_CHARS);
    StringBuilder line = new StringBuilder(read.length());
    TERMINAL
        .matcher(read)
        .replaceAll("")
        .codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(line::appendCodePoint);
    return cut(redacted(FramingFilter.clean(line.toString())).strip(), max);
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
