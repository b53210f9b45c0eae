package dev.talaria.processor.internal.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON from maps, lists, strings, numbers, booleans and null, in the order of the maps. A
 * library is out of question here: it would come onto the compile path of every plugin.
 */
public final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /** Returns the value as compact JSON text. */
  public static String write(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.append(value);
    return writer.out.toString();
  }

  private void append(Object value) {
    if (value instanceof Map<?, ?> map) {
      char separator = '{';
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        append(entry.getKey());
        out.append(':');
        append(entry.getValue());
        separator = ',';
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      char separator = '[';
      for (Object element : list) {
        out.append(separator);
        append(element);
        separator = ',';
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      append(text);
    } else if (value instanceof BigDecimal number) {
      out.append(plain(number));
    } else {
      out.append(value);
    }
  }

  private static String plain(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    boolean modest = Math.abs((long) shortest.scale()) <= 20;
    return modest ? shortest.toPlainString() : shortest.toString();
  }

  private void append(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f || isLoneSurrogate(text, i)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** UTF-8 has no form for half of a pair; an escape keeps it. */
  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
