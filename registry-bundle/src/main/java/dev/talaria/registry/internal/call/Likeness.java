package dev.talaria.registry.internal.call;

/**
 * How alike two texts are, from 0 to 1: twice the characters in matching blocks over the characters
 * of both. The blocks are those of Ratcliff and Obershelp: the longest common one, then in the same
 * way what is left and right of it.
 */
final class Likeness {
  private Likeness() {}

  /**
   * Returns the likeness, or 0 when it is certainly below the threshold.
   *
   * @param threshold saves the work for texts that cannot reach it
   */
  static double of(String one, String other, double threshold) {
    int both = one.length() + other.length();
    if (both == 0) {
      return 1;
    }
    if (2.0 * Math.min(one.length(), other.length()) / both < threshold) {
      return 0;
    }
    return 2.0 * matching(one, 0, one.length(), other, 0, other.length()) / both;
  }

  private static int matching(String one, int from, int to, String other, int start, int end) {
    int best = 0;
    int atOne = from;
    int atOther = start;
    int[] lengths = new int[end - start + 1];
    for (int i = from; i < to; i++) {
      int before = 0;
      for (int j = start; j < end; j++) {
        int above = lengths[j - start + 1];
        int length = one.charAt(i) == other.charAt(j) ? before + 1 : 0;
        lengths[j - start + 1] = length;
        before = above;
        if (length > best) {
          best = length;
          atOne = i - length + 1;
          atOther = j - length + 1;
        }
      }
    }
    if (best == 0) {
      return 0;
    }
    return best
        + matching(one, from, atOne, other, start, atOther)
        + matching(one, atOne + best, to, other, atOther + best, end);
  }
}
