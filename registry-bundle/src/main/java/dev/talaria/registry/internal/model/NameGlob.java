package dev.talaria.registry.internal.model;

import java.util.Objects;

/** A pattern for a whole tool name: {@code *} is any text, {@code ?} one character. */
public record NameGlob(String pattern) {
  public NameGlob {
    Objects.requireNonNull(pattern, "pattern");
  }

  /** Returns whether the whole name fits. */
  public boolean matches(String name) {
    // Greedy with one remembered star: linear enough, and no regular expression made of input.
    int at = 0;
    int star = -1;
    int resume = 0;
    int n = 0;
    while (n < name.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        resume = n;
      } else if (at < pattern.length()
          && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(n))) {
        at++;
        n++;
      } else if (star >= 0) {
        at = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }
}
