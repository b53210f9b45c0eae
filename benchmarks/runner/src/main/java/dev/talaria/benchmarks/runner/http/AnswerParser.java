package dev.talaria.benchmarks.runner.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads answers of an HTTP/1.1 server (RFC 9112): a body by its length, in chunks, or none. It
 * looks at the bytes received so far from their beginning; an answer here is so small that it
 * nearly always comes in one piece.
 */
public final class AnswerParser {
  private static final byte[] LENGTH = name("content-length:");
  private static final byte[] TRANSFER = name("transfer-encoding:");
  private static final int STATUS_AT = "HTTP/1.1 ".length();

  private final int limit;

  /** Makes a parser that refuses answers above a size in bytes. */
  public AnswerParser(int limit) {
    this.limit = limit;
  }

  /**
   * Returns the answer that these bytes begin with, or empty when it is not complete.
   *
   * @throws MalformedAnswerException when no answer can begin so
   */
  public Optional<HttpAnswer> parse(byte[] bytes, int length) throws MalformedAnswerException {
    int head = endOfHead(bytes, length);
    if (head < 0) {
      if (length > limit) {
        throw new MalformedAnswerException("a head longer than " + limit + " bytes");
      }
      return Optional.empty();
    }
    int status = status(bytes, head);
    int size = 0;
    boolean chunked = false;
    for (int line = nextLine(bytes, 0); line < head; line = nextLine(bytes, line)) {
      if (startsWith(bytes, line, LENGTH)) {
        size = number(bytes, line + LENGTH.length, 10);
      } else if (startsWith(bytes, line, TRANSFER)) {
        chunked = true;
      }
    }
    if (chunked) {
      return chunks(status, bytes, head, length);
    }
    checkSize(size);
    return length < head + size
        ? Optional.empty()
        : Optional.of(
            new HttpAnswer(status, Arrays.copyOfRange(bytes, head, head + size), head + size));
  }

  private Optional<HttpAnswer> chunks(int status, byte[] bytes, int head, int length)
      throws MalformedAnswerException {
    byte[] body = new byte[length - head];
    int filled = 0;
    int at = head;
    while (true) {
      int data = nextLine(bytes, at, length);
      if (data < 0) {
        return Optional.empty();
      }
      int size = number(bytes, at, 16);
      checkSize(filled + size);
      int end = data + size;
      if (length < end + 2) {
        return Optional.empty();
      }
      if (bytes[end] != '\r' || bytes[end + 1] != '\n') {
        // After the last chunk there may be trailers, which nothing here sends.
        throw new MalformedAnswerException("a chunk that does not end where it says");
      }
      at = end + 2;
      if (size == 0) {
        return Optional.of(new HttpAnswer(status, Arrays.copyOf(body, filled), at));
      }
      System.arraycopy(bytes, data, body, filled, size);
      filled += size;
    }
  }

  private void checkSize(int size) throws MalformedAnswerException {
    if (size < 0 || size > limit) {
      throw new MalformedAnswerException("a body longer than " + limit + " bytes");
    }
  }

  private static int status(byte[] bytes, int head) throws MalformedAnswerException {
    String line = new String(bytes, 0, Math.min(head, STATUS_AT + 3), StandardCharsets.ISO_8859_1);
    if (!line.matches("HTTP/1\\.[01] [1-5]\\d\\d")) {
      throw new MalformedAnswerException("the status line '" + line + "'");
    }
    return number(bytes, STATUS_AT, 10);
  }

  /** Reads the digits at a place, after blanks; what follows them ends the number. */
  private static int number(byte[] bytes, int from, int radix) throws MalformedAnswerException {
    int at = from;
    while (bytes[at] == ' ') {
      at++;
    }
    int first = at;
    long value = 0;
    for (int digit = Character.digit(bytes[at], radix);
        digit >= 0 && value <= Integer.MAX_VALUE;
        digit = Character.digit(bytes[++at], radix)) {
      value = value * radix + digit;
    }
    if (at == first || value > Integer.MAX_VALUE) {
      throw new MalformedAnswerException("a length that is no number");
    }
    return (int) value;
  }

  private static int endOfHead(byte[] bytes, int length) {
    for (int i = 3; i < length; i++) {
      if (bytes[i] == '\n'
          && bytes[i - 1] == '\r'
          && bytes[i - 2] == '\n'
          && bytes[i - 3] == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  private static int nextLine(byte[] bytes, int from) {
    return nextLine(bytes, from, bytes.length);
  }

  private static int nextLine(byte[] bytes, int from, int length) {
    for (int i = from; i < length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] lowerCase) {
    for (int i = 0; i < lowerCase.length; i++) {
      int b = bytes[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] name(String header) {
    return header.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
  }
}
