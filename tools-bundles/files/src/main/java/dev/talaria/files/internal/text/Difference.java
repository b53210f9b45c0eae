package dev.talaria.files.internal.text;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;

/** Unified diffs of bounded effort and length. */
public final class Difference {
  private static final int MAX_LINES = 800;
  private static final int MAX_CHARS = 20_000;
  private static final int CONTEXT = 3;

  private Difference() {}

  /** Returns the diff of two texts, or a word about why there is none. */
  public static String unified(String name, String before, String after) {
    List<String> old = before.lines().toList();
    List<String> neu = after.lines().toList();
    if (differingLines(old, neu) > MAX_LINES) {
      return "(no diff: more than " + MAX_LINES + " lines lie between the first and last change)";
    }
    List<String> diff =
        UnifiedDiffUtils.generateUnifiedDiff(
            "a/" + name, "b/" + name, old, DiffUtils.diff(old, neu), CONTEXT);
    String text = String.join("\n", diff);
    return text.length() <= MAX_CHARS
        ? text
        : text.substring(0, text.lastIndexOf('\n', MAX_CHARS) + 1) + "(diff cut here)";
  }

  private static int differingLines(List<String> old, List<String> neu) {
    int shorter = Math.min(old.size(), neu.size());
    int head = 0;
    while (head < shorter && old.get(head).equals(neu.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head
        && old.get(old.size() - 1 - tail).equals(neu.get(neu.size() - 1 - tail))) {
      tail++;
    }
    return old.size() + neu.size() - 2 * (head + tail);
  }
}
