package dev.talaria.formats.cfg;

import dev.talaria.formats.cfg.Escapes.Malformed;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A {@code .cfg} file as a value: its lines with comments, blank lines and order, and the keys that
 * it sets. A changed document is a new one in which all other lines are the same bytes. Keys are
 * found whatever their case, as Config Admin finds them. Immutable.
 */
public final class CfgDocument {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final String mark;
  private final List<CfgLine> lines;
  private final SortedMap<String, Integer> indexes;

  private CfgDocument(String mark, List<CfgLine> lines, SortedMap<String, Integer> indexes) {
    this.mark = mark;
    this.lines = lines;
    this.indexes = indexes;
  }

  /** Returns a document without lines. */
  public static CfgDocument empty() {
    return new CfgDocument("", List.of(), indexes());
  }

  /** Returns a document that sets these values, a line each, in the map's order. */
  public static CfgDocument of(Map<String, CfgValue> values) {
    CfgDocument document = empty();
    for (Map.Entry<String, CfgValue> value : values.entrySet()) {
      document = document.with(value.getKey(), value.getValue());
    }
    return document;
  }

  /**
   * Parses a file.
   *
   * @param file its name, for messages
   * @throws CfgException if it is no UTF-8, a line is neither a comment nor {@code key = value}, an
   *     escape or a reference is malformed, or a key stands twice
   */
  public static CfgDocument parse(String file, byte[] bytes) throws CfgException {
    String text = decode(file, bytes);
    String mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    List<CfgLine> lines = new ArrayList<>();
    SortedMap<String, Integer> indexes = indexes();
    for (int start = mark.length(); start < text.length(); ) {
      int lineFeed = text.indexOf('\n', start);
      int next = lineFeed < 0 ? text.length() : lineFeed + 1;
      int end = lineFeed < 0 ? text.length() : lineFeed;
      if (end > start && text.charAt(end - 1) == '\r') {
        end--;
      }
      CfgLine line =
          parseLine(file, lines.size() + 1, text.substring(start, end), text.substring(end, next));
      if (line.entry() != null) {
        Integer first = indexes.putIfAbsent(line.entry().key(), lines.size());
        if (first != null) {
          throw problem(
              file,
              lines.size() + 1,
              line.entry().key(),
              "the key stands on line " + (first + 1) + " already; keep one of the two");
        }
      }
      lines.add(line);
      start = next;
    }
    return new CfgDocument(mark, List.copyOf(lines), indexes);
  }

  private static String decode(String file, byte[] bytes) throws CfgException {
    try {
      // A new decoder reports malformed input, where the constructor of String would replace it.
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw problem(file, lineOfBadByte(bytes), "", "this is no UTF-8 text; save it as UTF-8");
    }
  }

  private static int lineOfBadByte(byte[] bytes) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    decoder.decode(in, CharBuffer.allocate(bytes.length), true);
    int line = 1;
    for (int i = 0; i < in.position(); i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static CfgLine parseLine(String file, int number, String content, String end)
      throws CfgException {
    String key = "";
    try {
      CfgLine line = CfgLine.parse(content, end);
      if (line.entry() != null) {
        key = line.entry().key();
        // A first look at the value, so that a document that was parsed has no malformed value.
        ValueText.decode(line.entry().value(), name -> "");
      }
      return line;
    } catch (Malformed e) {
      throw problem(file, number, key, e.getMessage());
    }
  }

  private static CfgException problem(String file, int line, String key, String text) {
    return new CfgException(new CfgProblem(file, line, key, text));
  }

  private static SortedMap<String, Integer> indexes() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  /** Returns the keys as they are written, in the order of the file. */
  public List<String> keys() {
    return lines.stream().filter(l -> l.entry() != null).map(l -> l.entry().key()).toList();
  }

  /** Returns the line of a key, from 1; 0 if the document does not set it. */
  public int lineOf(String key) {
    Integer index = indexes.get(key);
    return index == null ? 0 : index + 1;
  }

  /**
   * Returns the values, references to the environment resolved; keys are found whatever their case.
   *
   * @param file the name of the file, for messages
   * @param environment gives the value of a variable, or null when it is not set; usually {@code
   *     System::getenv}
   * @throws CfgException if a variable is not set
   */
  public SortedMap<String, CfgValue> values(String file, UnaryOperator<String> environment)
      throws CfgException {
    SortedMap<String, CfgValue> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < lines.size(); i++) {
      CfgLine.Entry entry = lines.get(i).entry();
      if (entry != null) {
        try {
          values.put(entry.key(), ValueText.decode(entry.value(), environment));
        } catch (Malformed e) {
          throw problem(file, i + 1, entry.key(), e.getMessage());
        }
      }
    }
    return values;
  }

  /**
   * Returns what stands behind the equals sign of a key, references and escapes as they are
   * written; empty if the document does not set the key.
   */
  public Optional<String> rawValue(String key) {
    return Optional.ofNullable(indexes.get(key)).map(i -> lines.get(i).entry().value());
  }

  /**
   * Returns a document in which the key has the value: on the line where it stands, else on a new
   * last line. A dollar sign in the value is text, never a reference.
   *
   * @throws IllegalArgumentException if the key is empty
   */
  public CfgDocument with(String key, CfgValue value) {
    Objects.requireNonNull(value, "value");
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a key must not be empty");
    }
    String raw = ValueText.encode(value);
    List<CfgLine> changed = new ArrayList<>(lines);
    SortedMap<String, Integer> at = new TreeMap<>(indexes);
    Integer index = indexes.get(key);
    if (index != null) {
      changed.set(index, lines.get(index).withValue(raw));
    } else {
      int last = lines.size() - 1;
      if (last >= 0 && lines.get(last).end().indexOf('\n') < 0) {
        changed.set(last, lines.get(last).withEnd(lineEnd()));
      }
      at.put(key, changed.size());
      changed.add(CfgLine.of(key, raw, lineEnd()));
    }
    return new CfgDocument(mark, List.copyOf(changed), at);
  }

  private String lineEnd() {
    return !lines.isEmpty() && lines.get(0).end().equals("\r\n") ? "\r\n" : "\n";
  }

  /** Returns a document without the line of a key; this one if it does not set the key. */
  public CfgDocument without(String key) {
    Integer index = indexes.get(key);
    if (index == null) {
      return this;
    }
    List<CfgLine> changed = new ArrayList<>(lines);
    changed.remove((int) index);
    SortedMap<String, Integer> at = indexes();
    for (int i = 0; i < changed.size(); i++) {
      if (changed.get(i).entry() != null) {
        at.put(changed.get(i).entry().key(), i);
      }
    }
    return new CfgDocument(mark, List.copyOf(changed), at);
  }

  /** Returns the file's content. */
  public byte[] toBytes() {
    StringBuilder text = new StringBuilder(mark);
    for (CfgLine line : lines) {
      text.append(line.content()).append(line.end());
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
