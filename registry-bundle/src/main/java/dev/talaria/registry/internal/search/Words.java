package dev.talaria.registry.internal.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Takes texts apart into words that can be compared. */
final class Words {
  private static final int SHORTEST_PLURAL = 4;

  private Words() {}

  /**
   * Returns the words of a text in their order: in lower case, names taken apart at {@code _},
   * {@code -} and capital letters, plurals as singulars.
   */
  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int before = ' ';
    for (int i = 0; i < text.length(); ) {
      int now = text.codePointAt(i);
      i += Character.charCount(now);
      boolean part = Character.isLetterOrDigit(now);
      boolean camel = Character.isUpperCase(now) && Character.isLowerCase(before);
      boolean number = Character.isDigit(now) != Character.isDigit(before);
      if (!part || camel || number) {
        end(word, words);
      }
      if (part) {
        word.appendCodePoint(now);
      }
      before = now;
    }
    end(word, words);
    return words;
  }

  private static void end(StringBuilder word, List<String> words) {
    if (word.length() > 0) {
      words.add(singular(word.toString().toLowerCase(Locale.ROOT)));
      word.setLength(0);
    }
  }

  private static String singular(String word) {
    if (word.length() < SHORTEST_PLURAL || !word.endsWith("s") || word.endsWith("ss")) {
      return word;
    }
    return word.endsWith("ies")
        ? word.substring(0, word.length() - 3) + "y"
        : word.substring(0, word.length() - 1);
  }
}
