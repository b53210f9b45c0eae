package dev.talaria.pipeline.plan;

import java.util.function.Predicate;

/** What is asked of texts; lengths are in code points. */
record TextRule(int minLength, int maxLength, Predicate<String> pattern) {
  static final TextRule NONE = new TextRule(0, Integer.MAX_VALUE, null);

  boolean allows(String text) {
    if (minLength > 0 || maxLength < text.length()) {
      int length = text.codePointCount(0, text.length());
      if (length < minLength || length > maxLength) {
        return false;
      }
    }
    return pattern == null || pattern.test(text);
  }
}
