package dev.talaria.compiler;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The text of a source, and what is put into it before it is compiled. Places in the text with the
 * insertions are told as places in the text without. Immutable.
 */
final class SourceText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String original;
  private final List<Insertion> insertions;

  /** A text that is put in before the character that stands there; it has no line break. */
  record Insertion(int offset, String text) {}

  private SourceText(String original, List<Insertion> insertions) {
    this.original = original;
    this.insertions = insertions;
  }

  static SourceText of(String text) {
    return new SourceText(text, List.of());
  }

  /**
   * Decodes a file.
   *
   * @throws SourceException if it is not UTF-8
   */
  static SourceText decode(byte[] bytes) throws SourceException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      SourceText before = of(text);
      throw new SourceException(
          before.problem(
              text.length(),
              String.format(
                  "the byte 0x%02X is no UTF-8; save the file as UTF-8", bytes[in.position()])));
    }
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return of(marked ? text.substring(1) : text);
  }

  SourceText with(List<Insertion> more) {
    List<Insertion> all = new ArrayList<>(insertions);
    all.addAll(more);
    all.sort(Comparator.comparingInt(Insertion::offset));
    return new SourceText(original, List.copyOf(all));
  }

  /** Returns the text with the insertions. */
  String text() {
    StringBuilder text = new StringBuilder(original);
    for (int i = insertions.size() - 1; i >= 0; i--) {
      text.insert(insertions.get(i).offset(), insertions.get(i).text());
    }
    return text.toString();
  }

  /**
   * Says what is wrong at a place.
   *
   * @param offset in the text with the insertions
   */
  Problem problem(long offset, String what) {
    int place = (int) Math.max(0, Math.min(original(offset), original.length()));
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < place; i++) {
      char c = original.charAt(i);
      boolean inTheMiddleOfCrLf =
          c == '\r' && i + 1 < original.length() && original.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !inTheMiddleOfCrLf)) {
        line++;
        lineStart = i + 1;
      }
    }
    return new Problem(line, place - lineStart + 1L, what);
  }

  private long original(long offset) {
    long place = offset;
    for (Insertion insertion : insertions) {
      if (place <= insertion.offset()) {
        break;
      }
      place = Math.max(place - insertion.text().length(), insertion.offset());
    }
    return place;
  }
}
