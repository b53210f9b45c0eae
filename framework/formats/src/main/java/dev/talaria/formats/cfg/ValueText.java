package dev.talaria.formats.cfg;

import dev.talaria.formats.cfg.Escapes.Malformed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The text form of a value: what stands behind the {@code =} of a line. */
final class ValueText {
  private static final String EMPTY_LIST = "[]";
  private static final String REFERENCE = "${";
  private static final String VARIABLE = "${env:";

  private ValueText() {}

  /** Writes a value; {@link #decode} gives back an equal one. */
  static String encode(CfgValue value) {
    StringBuilder out = new StringBuilder();
    if (value instanceof CfgValue.Scalar scalar) {
      if (scalar.text().equals(EMPTY_LIST)) {
        return "\\" + EMPTY_LIST;
      }
      Escapes.encode(scalar.text(), ",", out);
      return out.toString();
    }
    List<String> texts = value.texts();
    if (texts.isEmpty()) {
      return EMPTY_LIST;
    }
    for (String text : texts) {
      out.append(out.isEmpty() ? "" : " ");
      Escapes.encode(text, ",", out);
      out.append(',');
    }
    // The last comma marks a list of one, and keeps an empty last element.
    if (texts.size() > 1 && !texts.get(texts.size() - 1).isEmpty()) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  /**
   * Reads a value.
   *
   * @param environment gives the value of a variable, or null when it is not set
   */
  static CfgValue decode(String raw, UnaryOperator<String> environment) throws Malformed {
    if (strip(raw).equals(EMPTY_LIST)) {
      return CfgValue.of(List.of());
    }
    List<String> elements = new ArrayList<>();
    Element element = new Element();
    boolean list = false;
    for (int i = 0; i < raw.length(); ) {
      char c = raw.charAt(i);
      if (c == ',') {
        list = true;
        elements.add(element.finish());
        element = new Element();
        i++;
      } else if (c == '\\') {
        Escapes.Decoded decoded = Escapes.decode(raw, i);
        element.append(String.valueOf(decoded.character()));
        i = decoded.next();
      } else if (raw.startsWith(REFERENCE, i)) {
        int end = endOfVariable(raw, i);
        element.append(variable(raw.substring(i + VARIABLE.length(), end), environment));
        i = end + 1;
      } else {
        element.appendRaw(c);
        i++;
      }
    }
    String last = element.finish();
    if (!list) {
      return CfgValue.of(last);
    }
    if (element.written || !last.isEmpty()) {
      elements.add(last);
    }
    return CfgValue.of(elements);
  }

  private static int endOfVariable(String raw, int start) throws Malformed {
    int end = raw.indexOf('}', start);
    if (!raw.startsWith(VARIABLE, start) || end < 0) {
      throw new Malformed("only ${env:NAME} is known after a dollar sign; write \\${ for the text");
    }
    for (int i = start + VARIABLE.length(); i < end; i++) {
      char c = raw.charAt(i);
      boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_';
      boolean digit = c >= '0' && c <= '9' && i > start + VARIABLE.length();
      if (!letter && !digit) {
        throw new Malformed("a variable's name has letters, digits and _ only");
      }
    }
    if (end == start + VARIABLE.length()) {
      throw new Malformed("${env:} names no variable");
    }
    return end;
  }

  private static String variable(String name, UnaryOperator<String> environment) throws Malformed {
    String value = environment.apply(name);
    if (value == null) {
      throw new Malformed("the environment variable " + name + " is not set");
    }
    return value;
  }

  static String strip(String raw) {
    int start = 0;
    int end = raw.length();
    while (start < end && Escapes.isBlank(raw.charAt(start))) {
      start++;
    }
    while (end > start && Escapes.isBlank(raw.charAt(end - 1))) {
      end--;
    }
    return raw.substring(start, end);
  }

  /** One element while it is read: blanks at its ends go, escaped ones stay. */
  private static final class Element {
    private final StringBuilder text = new StringBuilder();
    private int end;
    private boolean written;

    void appendRaw(char c) {
      if (Escapes.isBlank(c)) {
        if (written) {
          text.append(c);
        }
      } else {
        append(String.valueOf(c));
      }
    }

    void append(String literal) {
      written = true;
      text.append(literal);
      end = text.length();
    }

    String finish() {
      text.setLength(end);
      return text.toString();
    }
  }
}
