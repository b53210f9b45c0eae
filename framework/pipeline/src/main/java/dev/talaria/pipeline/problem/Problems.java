package dev.talaria.pipeline.problem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/**
 * Words findings for whoever has to send a better value: where, what was expected, what came.
 * Bounded in number and length; values are shown as they were given and cut.
 */
public final class Problems {
  private static final int MAX_PROBLEMS = 8;
  private static final int MAX_CHARS = 2_000;

  private Problems() {}

  /** Returns one text for all findings; empty when there are none. */
  public static String text(List<Finding> findings) {
    List<String> sentences = sentences(RelevantBranch.of(findings));
    StringJoiner text = new StringJoiner("; ");
    int shown = 0;
    for (String sentence : sentences) {
      if (shown == MAX_PROBLEMS || (shown > 0 && text.length() + sentence.length() > MAX_CHARS)) {
        break;
      }
      text.add(sentence);
      shown++;
    }
    if (sentences.size() > shown) {
      text.add("and " + (sentences.size() - shown) + " more");
    }
    return text.toString();
  }

  private static List<String> sentences(List<Finding> findings) {
    Map<String, Set<String>> missing = new LinkedHashMap<>();
    Map<String, Finding> objects = new LinkedHashMap<>();
    // As many findings as the arguments have elements, and as many different sentences.
    Set<String> sentences = new LinkedHashSet<>();
    for (Finding finding : findings) {
      if (finding.keyword().equals("required") && !finding.property().isEmpty()) {
        objects.putIfAbsent(finding.path(), finding);
        missing
            .computeIfAbsent(finding.path(), never -> new LinkedHashSet<>())
            .add(finding.property());
      } else {
        sentences.add(place(finding) + Rule.words(finding));
      }
    }
    // What is missing comes first: often it explains the rest.
    List<String> all = new ArrayList<>();
    missing.forEach((path, names) -> all.add(missing(objects.get(path), names)));
    all.addAll(sentences);
    return all;
  }

  private static String place(Finding finding) {
    return finding.path().isEmpty() ? "" : Words.cut(finding.path()) + ": ";
  }

  private static String missing(Finding finding, Set<String> names) {
    StringJoiner text = new StringJoiner(", ", place(finding) + "missing ", "");
    JsonNode properties = finding.schema().path("properties");
    for (String name : names) {
      text.add('"' + Words.cut(name) + '"' + Rule.expectation(properties.path(name)));
    }
    return text.toString();
  }
}
