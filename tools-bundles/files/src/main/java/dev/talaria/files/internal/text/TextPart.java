package dev.talaria.files.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Some lines of a text file.
 *
 * @param firstLine number of the first of them, from 1
 * @param lines without their ends
 * @param totalLines of the file
 * @param binary the file is no text; there are no lines then
 */
public record TextPart(int firstLine, List<String> lines, int totalLines, boolean binary) {
  private static final int HEAD = 8192;
  private static final int MAX_LINE = 2000;
  private static final int LINES_BETWEEN_CHECKS = 4096;

  public TextPart {
    lines = List.copyOf(lines);
  }

  /**
   * Reads lines and counts all.
   *
   * @throws CancellationException if the call was cancelled meanwhile
   */
  public static TextPart read(
      SeekableByteChannel channel, int offset, int limit, BooleanSupplier cancelled)
      throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    while (head.hasRemaining() && channel.read(head) >= 0) {
      // Fill the head as far as the file goes.
      continue;
    }
    if (BinaryFiles.isBinary(head.array(), head.position())) {
      return new TextPart(offset, List.of(), 0, true);
    }
    channel.position(0);
    InputStream in = Channels.newInputStream(channel);
    LineScanner scanner = new LineScanner(in, MAX_LINE);
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (LineScanner.Line line = scanner.next(); line != null; line = scanner.next()) {
      number++;
      if (number >= offset && number - offset < limit) {
        lines.add(shown(line));
      }
      if (number % LINES_BETWEEN_CHECKS == 0 && cancelled.getAsBoolean()) {
        throw new CancellationException("cancelled while reading");
      }
    }
    return new TextPart(offset, lines, number, false);
  }

  /** Returns whether lines follow. */
  public boolean hasMore() {
    return firstLine - 1 + lines.size() < totalLines && !lines.isEmpty();
  }

  /** Returns the lines with their numbers. */
  public String listing(UnaryOperator<String> redaction) {
    // As one text: a key can span lines. The redaction keeps line ends.
    String text = redaction.apply(String.join("\n", lines));
    return lines.isEmpty() ? "" : Listing.of(List.of(text.split("\n", -1)), firstLine);
  }

  private static String shown(LineScanner.Line line) {
    return line.dropped() == 0
        ? line.text()
        : line.text() + " [" + line.dropped() + " more characters in this line]";
  }
}
