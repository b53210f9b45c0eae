package dev.talaria.pipeline;

import java.io.Writer;

/** Collects text up to a limit, so that an endless result ends. Not thread-safe. */
final class BoundedWriter extends Writer {
  private final StringBuilder text = new StringBuilder();
  private final int limit;

  BoundedWriter(int limit) {
    this.limit = limit;
  }

  /** The limit was reached. Unchecked, so that the JSON writer passes it on as it is. */
  static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    if (length > limit - text.length()) {
      throw new FullException();
    }
    text.append(chars, offset, length);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return text.toString();
  }
}
