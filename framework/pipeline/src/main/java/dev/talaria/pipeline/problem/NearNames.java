package dev.talaria.pipeline.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt word was probably meant to be. */
final class NearNames {
  private static final int MAX_CHARS = 64;

  private NearNames() {}

  /** Returns the known name that is nearest, if one is near. */
  static Optional<String> nearest(String given, Collection<String> known) {
    if (given.length() > MAX_CHARS) {
      return Optional.empty();
    }
    String bare = bare(given);
    String nearest = null;
    int least = Math.max(1, given.length() / 3) + 1;
    for (String name : known) {
      // placeName, place_name and "Place-Name" are one name to most who write them.
      int distance = bare.equals(bare(name)) ? 0 : distance(given, name, least);
      if (distance < least) {
        nearest = name;
        least = distance;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static String bare(String name) {
    return name.replace("_", "").replace("-", "").replace(" ", "").toLowerCase(Locale.ROOT);
  }

  /** Edits (insert, remove, replace, swap two neighbours) from one to the other, up to a limit. */
  private static int distance(String from, String to, int limit) {
    if (Math.abs(from.length() - to.length()) >= limit) {
      return limit;
    }
    int[][] rows = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : cell(rows, from, to, i, j);
      }
    }
    return rows[from.length()][to.length()];
  }

  private static int cell(int[][] rows, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int least =
        Math.min(rows[i - 1][j - 1] + (same ? 0 : 1), Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
  }
}
