package dev.talaria.files.internal.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Replaces a passage of a text: first where it stands exactly, then where it differs in white space
 * only, line by line.
 */
public final class Replacement {
  private Replacement() {}

  /** How a replacement ended. */
  public sealed interface Outcome {
    /**
     * The text after it.
     *
     * @param count of passages replaced
     * @param exact whether they stood exactly as given
     */
    record Replaced(String text, int count, boolean exact) implements Outcome {}

    /** The passage is not there. */
    record NotFound() implements Outcome {}

    /** The passage is there more than once, and all were not meant. */
    record Ambiguous(int count) implements Outcome {}
  }

  /** Replaces in a text; line ends of the passages are taken to be those of the text. */
  public static Outcome apply(String text, String oldPassage, String newPassage, boolean all) {
    boolean windows = text.contains("\r\n");
    String from = windows ? toWindows(oldPassage) : oldPassage;
    String to = windows ? toWindows(newPassage) : newPassage;
    int count = occurrences(text, from);
    if (count == 1 || (count > 1 && all)) {
      return new Outcome.Replaced(text.replace(from, to), count, true);
    }
    return count > 1
        ? new Outcome.Ambiguous(count)
        : byLines(text, oldPassage, newPassage, all, windows ? "\r\n" : "\n");
  }

  private static String toWindows(String passage) {
    return passage.replace("\r\n", "\n").replace("\n", "\r\n");
  }

  private static int occurrences(String text, String passage) {
    int count = 0;
    for (int at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at)) {
      count++;
      at += passage.length();
    }
    return count;
  }

  private static Outcome byLines(
      String text, String oldPassage, String newPassage, boolean all, String lineEnd) {
    List<String> wanted = oldPassage.lines().map(Replacement::squeezed).toList();
    if (wanted.stream().allMatch(String::isEmpty)) {
      return new Outcome.NotFound();
    }
    List<Line> lines = split(text);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i + wanted.size() <= lines.size(); i++) {
      if (matches(lines, i, wanted)) {
        found.add(i);
        i += wanted.size() - 1;
      }
    }
    if (found.isEmpty()) {
      return new Outcome.NotFound();
    }
    if (found.size() > 1 && !all) {
      return new Outcome.Ambiguous(found.size());
    }
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (int first : found) {
      result.append(text, copied, lines.get(first).start());
      result.append(
          String.join(lineEnd, reindented(newPassage, oldPassage, lines.get(first).text())));
      copied = lines.get(first + wanted.size() - 1).end();
    }
    result.append(text, copied, text.length());
    return new Outcome.Replaced(result.toString(), found.size(), false);
  }

  /** A line without its end, and where it stands: all other text stays as it is. */
  private record Line(int start, int end, String text, String squeezed) {}

  private static List<Line> split(String text) {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int next = newline < 0 ? text.length() : newline + 1;
      int end = newline < 0 ? text.length() : newline;
      if (end > start && text.charAt(end - 1) == '\r') {
        end--;
      }
      String line = text.substring(start, end);
      lines.add(new Line(start, end, line, squeezed(line)));
      start = next;
    }
    return lines;
  }

  private static boolean matches(List<Line> lines, int at, List<String> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!lines.get(at + i).squeezed().equals(wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The new lines are moved as far as the found place is from where the old ones stood. */
  private static List<String> reindented(String newPassage, String oldPassage, String found) {
    String there = indent(found);
    String given = indent(oldPassage.lines().findFirst().orElse(""));
    return newPassage
        .lines()
        .map(
            line -> {
              if (line.isBlank() || there.equals(given)) {
                return line;
              }
              if (line.startsWith(given)) {
                return there + line.substring(given.length());
              }
              return line;
            })
        .toList();
  }

  private static String indent(String line) {
    int i = 0;
    while (i < line.length() && (line.charAt(i) == ' ' || line.charAt(i) == '\t')) {
      i++;
    }
    return line.substring(0, i);
  }

  private static String squeezed(String line) {
    return String.join(" ", line.strip().split("\\s+"));
  }
}
