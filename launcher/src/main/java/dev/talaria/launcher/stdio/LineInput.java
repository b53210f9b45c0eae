package dev.talaria.launcher.stdio;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the client's lines, each within a bound. For one thread. */
final class LineInput {
  /** A line was too long; it was read to its end and dropped. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(int limit) {
      super("a message is longer than " + limit + " bytes");
    }
  }

  private final InputStream in;
  private final int limit;

  LineInput(InputStream in, int limit) {
    this.in = new BufferedInputStream(in, 64 * 1024);
    this.limit = limit;
  }

  /** Returns the next line without its end; empty at the end of the input. */
  Optional<String> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    int read;
    while ((read = in.read()) != -1 && read != '\n') {
      if (line.size() < limit) {
        line.write(read);
      } else {
        tooLong = true;
      }
    }
    if (tooLong) {
      throw new TooLongException(limit);
    }
    return read == -1 && line.size() == 0
        ? Optional.empty()
        : Optional.of(line.toString(StandardCharsets.UTF_8));
  }
}
