package dev.talaria.pipeline;

import java.io.Writer;

/** Collects text up to a limit, so that an endless result ends. Not thread-safe. */
final class BoundedWriter extends Writer {
  private final StringBuilder text = new StringBuilder();
  private final int limit;
  private boolean full;

  BoundedWriter(int limit) {
    this.limit = limit;
  }

  /** The limit was reached. The JSON writer may wrap it: ask {@link #isFull}. */
  static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    if (length > limit - text.length()) {
      full = true;
      throw new FullException();
    }
    text.append(chars, offset, length);
  }

  /** Returns whether more was written than the limit allows. */
  boolean isFull() {
    return full;
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
