package dev.talaria.guard.commands;

import java.util.LinkedHashSet;
import java.util.Set;

/** The places in one argument where a path may begin. */
final class WordParts {
  private static final int LONGEST_PATH = 4096;

  private WordParts() {}

  /** An argument may carry a path behind {@code =}, in a list, or glued to an option letter. */
  static Set<String> of(String text) {
    Set<String> parts = new LinkedHashSet<>();
    for (String piece : text.split("[=:,]")) {
      if (!piece.isEmpty() && piece.length() < LONGEST_PATH) {
        parts.add(piece);
        if (piece.startsWith("-") && piece.length() > 2) {
          parts.add(piece.substring(2));
        }
      }
    }
    return parts;
  }
}
