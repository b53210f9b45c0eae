package dev.talaria.ops.internal.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Collects the details of one event, up to a bound. */
final class BoundedDetails implements BiConsumer<String, String> {
  private static final int MAX_VALUE_CHARS = 4096;
  private static final int MAX_CHARS = 16 * 1024;

  private final Map<String, String> all = new LinkedHashMap<>();
  private int chars;

  @Override
  public void accept(String key, String value) {
    String shortKey = cut(key);
    String shortValue = cut(String.valueOf(value));
    chars += shortKey.length() + shortValue.length();
    if (chars <= MAX_CHARS) {
      all.put(shortKey, shortValue);
    } else {
      chars = MAX_CHARS;
      all.put("cut", "more details did not fit");
    }
  }

  Map<String, String> all() {
    return all;
  }

  static String cut(String text) {
    return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "…";
  }
}
