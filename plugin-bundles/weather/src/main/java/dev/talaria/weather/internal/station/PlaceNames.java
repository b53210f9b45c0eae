package dev.talaria.weather.internal.station;

import java.text.Normalizer;
import java.util.Locale;

/** Compares names of places as people write them. */
final class PlaceNames {
  private PlaceNames() {}

  static boolean same(String one, String other) {
    return fold(one).equals(fold(other));
  }

  /** Returns how many letters must be changed, added or taken away; none when one has the other. */
  static int distance(String one, String other) {
    String a = fold(one);
    String b = fold(other);
    if (!a.isEmpty() && (b.contains(a) || a.contains(b))) {
      return 0;
    }
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }

  /** Takes case, accents and the space between words away. */
  private static String fold(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .replaceAll("[\\s,.'-]+", " ")
        .strip()
        .toLowerCase(Locale.ROOT);
  }
}
