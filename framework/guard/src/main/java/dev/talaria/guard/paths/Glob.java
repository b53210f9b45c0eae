package dev.talaria.guard.paths;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A glob over names or slash-separated paths: {@code *} and {@code ?} within a component, {@code
 * **} as a whole component for any number of them, {@code [a-z]}, {@code {a,b}}. Matching takes
 * time proportional to pattern times text for a component, whatever the pattern: a model may choose
 * it. Immutable.
 */
public final class Glob {
  private static final int MAX_ALTERNATIVES = 64;
  private static final int MAX_LENGTH = 1000;

  private final String source;
  private final boolean ignoreCase;
  private final List<List<String>> alternatives;

  private Glob(String source, boolean ignoreCase, List<List<String>> alternatives) {
    this.source = source;
    this.ignoreCase = ignoreCase;
    this.alternatives = alternatives;
  }

  /**
   * Compiles a glob that minds case.
   *
   * @throws IllegalArgumentException if it is blank, too long or has too many alternatives
   */
  public static Glob of(String pattern) {
    return compile(pattern, false);
  }

  /** Compiles a glob that ignores case, for lists that deny. */
  public static Glob ignoringCase(String pattern) {
    return compile(pattern, true);
  }

  private static Glob compile(String pattern, boolean ignoreCase) {
    if (pattern.isBlank() || pattern.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("A glob needs 1 to " + MAX_LENGTH + " characters.");
    }
    List<String> flat = new ArrayList<>();
    expandBraces(pattern, flat);
    List<List<String>> all = new ArrayList<>();
    for (String alternative : flat) {
      all.add(List.of(fold(alternative, ignoreCase).split("/")));
    }
    return new Glob(pattern, ignoreCase, List.copyOf(all));
  }

  /** Returns whether the pattern speaks of more than one component. */
  public boolean spansComponents() {
    return source.indexOf('/') >= 0;
  }

  /** Returns whether a name, or a path with {@code /} between its components, matches. */
  public boolean matches(String text) {
    return matchesComponents(List.of(text.split("/")));
  }

  /** Returns whether these components match as a whole. */
  public boolean matchesComponents(List<String> components) {
    List<String> folded = components.stream().map(c -> fold(c, ignoreCase)).toList();
    return alternatives.stream().anyMatch(pattern -> matchPath(pattern, folded));
  }

  /** Returns the number of components that the shortest alternative asks for. */
  int minimumComponents() {
    return alternatives.stream()
        .mapToInt(a -> (int) a.stream().filter(c -> !c.equals("**")).count())
        .min()
        .orElse(0);
  }

  private static String fold(String text, boolean ignoreCase) {
    return ignoreCase ? text.toLowerCase(Locale.ROOT) : text;
  }

  /** The usual two-row table: reachable[j] = the pattern so far matches the first j components. */
  private static boolean matchPath(List<String> pattern, List<String> components) {
    boolean[] reachable = new boolean[components.size() + 1];
    reachable[0] = true;
    for (String part : pattern) {
      boolean[] next = new boolean[reachable.length];
      if (part.equals("**")) {
        boolean seen = false;
        for (int j = 0; j < reachable.length; j++) {
          seen |= reachable[j];
          next[j] = seen;
        }
      } else {
        for (int j = 1; j < reachable.length; j++) {
          next[j] = reachable[j - 1] && matchComponent(part, components.get(j - 1));
        }
      }
      reachable = next;
    }
    return reachable[components.size()];
  }

  /** Matches one component; going back to the last star alone keeps it quadratic at worst. */
  static boolean matchComponent(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    while (t < text.length()) {
      int end = p < pattern.length() ? matchOne(pattern, p, text.charAt(t)) : -1;
      if (end >= 0) {
        p = end;
        t++;
      } else if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Returns the index after the pattern's element at p if it matches c, else -1. */
  private static int matchOne(String pattern, int p, char c) {
    char first = pattern.charAt(p);
    if (first == '*') {
      return -1;
    }
    if (first == '?') {
      return p + 1;
    }
    if (first == '[') {
      int close = pattern.indexOf(']', p + 2);
      if (close > 0) {
        return matchSet(pattern.substring(p + 1, close), c) ? close + 1 : -1;
      }
    }
    return first == c ? p + 1 : -1;
  }

  private static boolean matchSet(String set, char c) {
    boolean negated = set.startsWith("!") || set.startsWith("^");
    boolean found = false;
    for (int i = negated ? 1 : 0; i < set.length(); i++) {
      if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
        found |= set.charAt(i) <= c && c <= set.charAt(i + 2);
        i += 2;
      } else {
        found |= set.charAt(i) == c;
      }
    }
    return found != negated;
  }

  private static void expandBraces(String pattern, List<String> into) {
    int open = pattern.indexOf('{');
    int close = open < 0 ? -1 : pattern.indexOf('}', open);
    if (close < 0) {
      into.add(pattern);
      if (into.size() > MAX_ALTERNATIVES) {
        throw new IllegalArgumentException(
            "A glob may have " + MAX_ALTERNATIVES + " alternatives at most.");
      }
      return;
    }
    for (String choice : pattern.substring(open + 1, close).split(",", -1)) {
      expandBraces(pattern.substring(0, open) + choice + pattern.substring(close + 1), into);
    }
  }

  @Override
  public String toString() {
    return source;
  }
}
