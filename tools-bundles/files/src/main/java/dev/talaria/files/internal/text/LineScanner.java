package dev.talaria.files.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads the lines of a UTF-8 text one by one. Of a line only a bounded part is kept, so a file that
 * is a single line costs no more memory than another. Bytes that are no UTF-8 become U+FFFD.
 */
public final class LineScanner {
  private final Reader in;
  private final int maxLine;
  private final char[] buffer = new char[8192];
  private int at;
  private int end;
  private boolean first = true;

  /**
   * A line without its end.
   *
   * @param dropped characters that were not kept
   */
  public record Line(String text, long dropped) {}

  /** Creates a scanner; the caller closes the stream. */
  public LineScanner(InputStream in, int maxLine) {
    this.in =
        new InputStreamReader(
            in,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE));
    this.maxLine = maxLine;
  }

  /** Returns the next line, or null at the end. A line end at the very end begins no line. */
  public Line next() throws IOException {
    StringBuilder text = new StringBuilder();
    long dropped = 0;
    boolean any = false;
    while (at < end || fill()) {
      any = true;
      char c = buffer[at++];
      if (c == '\n') {
        return line(text, dropped);
      }
      if (text.length() < maxLine) {
        text.append(c);
      } else {
        dropped++;
      }
    }
    return any ? line(text, dropped) : null;
  }

  private static Line line(StringBuilder text, long dropped) {
    int last = text.length() - 1;
    if (last >= 0 && text.charAt(last) == '\r') {
      text.setLength(last);
    } else if (dropped > 0 && last >= 0 && Character.isHighSurrogate(text.charAt(last))) {
      text.setLength(last);
    }
    return new Line(text.toString(), dropped);
  }

  private boolean fill() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    at = 0;
    end = Math.max(read, 0);
    if (first && end > 0 && buffer[0] == '\ufeff') {
      at = 1;
    }
    first = false;
    return at < end || (read > 0 && fill());
  }
}
