package dev.talaria.pipeline.problem;

import java.util.Optional;
import java.util.Set;

/**
 * The outermost {@code anyOf} or {@code oneOf} that a finding lies in, beyond a given point.
 *
 * @param way which keywords lead to the choice, as far as the keyword itself
 * @param path where the value is that may choose
 * @param branch index of the branch that the finding is about
 * @param length number of steps of the way as far as the branch
 */
record Choice(String way, String path, int branch, int length) {
  private static final Set<String> CHOICES = Set.of("anyOf", "oneOf");

  // Keywords with a name or an index after them.
  private static final Set<String> NAMED =
      Set.of(
          "properties", "patternProperties", "dependentSchemas", "$defs", "prefixItems", "allOf");

  // Keywords that go one step into the value.
  private static final Set<String> INWARD =
      Set.of(
          "properties",
          "patternProperties",
          "additionalProperties",
          "unevaluatedProperties",
          "items",
          "prefixItems",
          "contains",
          "unevaluatedItems");

  /** Returns the choice of a finding, looking from a number of steps of its way on. */
  static Optional<Choice> of(Finding finding, int from) {
    String[] steps = finding.way().split("/", -1);
    int inward = 0;
    for (int i = 1; i < steps.length; i++) {
      if (i > from && CHOICES.contains(steps[i]) && i + 1 < steps.length && isIndex(steps[i + 1])) {
        return Optional.of(
            new Choice(
                start(finding.way(), i),
                start(finding.path(), inward),
                index(steps[i + 1]),
                i + 1));
      }
      inward += INWARD.contains(steps[i]) ? 1 : 0;
      i += NAMED.contains(steps[i]) || CHOICES.contains(steps[i]) ? 1 : 0;
    }
    return Optional.empty();
  }

  private static boolean isIndex(String step) {
    return !step.isEmpty() && step.length() < 9 && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static int index(String step) {
    return Integer.parseInt(step);
  }

  /** Returns the first steps of a pointer. */
  private static String start(String pointer, int steps) {
    int end = 0;
    for (int i = 0; i < steps && end >= 0; i++) {
      end = pointer.indexOf('/', end + (i == 0 ? 0 : 1));
      if (end < 0) {
        return pointer;
      }
    }
    int next = steps == 0 ? 0 : pointer.indexOf('/', end + 1);
    return next < 0 ? pointer : pointer.substring(0, next);
  }

  /** Returns whether a finding is the choice's own, not one of a branch. */
  boolean isMadeBy(Finding finding) {
    return finding.way().equals(way) && finding.path().equals(path);
  }

  /** Returns what tells this choice from others, whatever the branch. */
  String key() {
    return way + " " + path;
  }
}
