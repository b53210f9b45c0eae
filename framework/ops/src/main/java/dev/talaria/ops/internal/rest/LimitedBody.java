package dev.talaria.ops.internal.rest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that fails when it turns out to be longer than allowed. Used by one thread. */
final class LimitedBody extends FilterInputStream {
  private final long limit;
  private long read;

  LimitedBody(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  /** Returns whether the end of what is allowed was passed. */
  boolean isExceeded() {
    return read > limit;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    count(Math.max(0, count));
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long bytes) throws IOException {
    read += bytes;
    if (isExceeded()) {
      throw new IOException("The body is longer than " + limit + " bytes.");
    }
  }
}
