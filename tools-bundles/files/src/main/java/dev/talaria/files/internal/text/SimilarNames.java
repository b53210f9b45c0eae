package dev.talaria.files.internal.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds names that may have been meant. */
public final class SimilarNames {
  private static final int MAX = 5;
  private static final int MAX_LENGTH = 100;

  private SimilarNames() {}

  /** Returns the names most like the wanted one, best first; only those that are like it. */
  public static List<String> of(String wanted, List<String> names) {
    String target = fold(wanted);
    return names.stream()
        .filter(name -> distance(target, fold(name)) <= Math.max(2, target.length() / 3))
        .sorted(
            Comparator.<String>comparingInt(name -> distance(target, fold(name)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MAX)
        .toList();
  }

  private static String fold(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.length() > MAX_LENGTH ? lower.substring(0, MAX_LENGTH) : lower;
  }

  /** Levenshtein's distance; one inside the other counts as near. */
  private static int distance(String a, String b) {
    if (a.length() > 2 && b.length() > 2 && (a.contains(b) || b.contains(a))) {
      return 1;
    }
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(row[j - 1], previous[j]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
