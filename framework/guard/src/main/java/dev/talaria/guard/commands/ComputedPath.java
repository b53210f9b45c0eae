package dev.talaria.guard.commands;

import java.util.Locale;

/**
 * A path of which a part is computed when the script runs. Whether it could lead somewhere is
 * decided from what is known of it: that has to agree with the other path, and enough of it has to,
 * since a word that is computed as a whole could lead anywhere and is not refused for it.
 */
final class ComputedPath {
  private static final char ANY = Argument.UNKNOWN.charAt(0);

  private final String text;

  /**
   * Takes a word's text, from the root on or with its begin unknown.
   *
   * @param pattern whether the shell expands it to file names
   */
  ComputedPath(String text, boolean pattern) {
    // What braces become is not looked into.
    String open = text.replaceAll("(?s)\\{.*(\\}|$)", Argument.UNKNOWN);
    this.text =
        (pattern ? open.replaceAll("[*?\\[]", Argument.UNKNOWN) : open).toLowerCase(Locale.ROOT);
  }

  /** Returns the part in front of a text's first unknown. */
  static String known(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != ANY && text.charAt(end) != '{') {
      end++;
    }
    return text.substring(0, end);
  }

  /**
   * Returns whether it could be a folder or something in it, and says so by what is known of it.
   *
   * @param folder absolute
   */
  boolean couldLeadInto(String folder) {
    return agree(0, folder.toLowerCase(Locale.ROOT), 0, 0);
  }

  /**
   * Walks through both texts. What an unknown stands for may be of any length; there are few of
   * them in a word, and paths are short.
   *
   * @param told how many characters of names agreed so far
   */
  private boolean agree(int at, String folder, int reached, int told) {
    int here = at;
    int there = reached;
    int agreed = told;
    while (there < folder.length()) {
      if (here == text.length()) {
        return false;
      }
      char next = text.charAt(here);
      if (next == ANY) {
        for (int to = there; to <= folder.length(); to++) {
          if (agree(here + 1, folder, to, agreed)) {
            return true;
          }
        }
        // It may as well reach beyond the folder's end.
        return begins(here) && agreed > 0;
      }
      if (next != folder.charAt(there)) {
        return false;
      }
      agreed += next == '/' ? 0 : 1;
      here++;
      there++;
    }
    boolean inside = here < text.length() && text.charAt(here) == '/';
    boolean ends = here == text.length() || text.charAt(here) == ANY;
    return inside ? agreed > 0 : ends && (agreed > 2 || begins(here) && agreed > 0);
  }

  /** Whether everything in front of a place is known. */
  private boolean begins(int place) {
    return text.startsWith("/") && text.lastIndexOf(ANY, place - 1) < 0;
  }
}
