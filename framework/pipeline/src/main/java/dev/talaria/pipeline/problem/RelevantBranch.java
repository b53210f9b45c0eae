package dev.talaria.pipeline.problem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Of the findings of an {@code anyOf} or {@code oneOf} that failed, keeps those of the branch that
 * the value was meant for: what the others miss would only mislead. Where no branch was meant, one
 * finding says what all of them would take.
 */
final class RelevantBranch {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int OTHER_KIND = 1_000;
  private static final int OTHER_TYPE = 1_000_000;

  private RelevantBranch() {}

  /** Returns the findings that matter, in their order. */
  static List<Finding> of(List<Finding> findings) {
    return of(findings, 0);
  }

  private static List<Finding> of(List<Finding> findings, int from) {
    Map<String, Choice> choices = new LinkedHashMap<>();
    Map<String, TreeMap<Integer, List<Finding>>> branches = new LinkedHashMap<>();
    List<Finding> relevant = new ArrayList<>();
    for (Finding finding : findings) {
      Optional<Choice> choice = Choice.of(finding, from);
      if (choice.isEmpty()) {
        relevant.add(finding);
      } else {
        choices.putIfAbsent(choice.get().key(), choice.get());
        branches
            .computeIfAbsent(choice.get().key(), never -> new TreeMap<>())
            .computeIfAbsent(choice.get().branch(), never -> new ArrayList<>())
            .add(finding);
      }
    }
    relevant.removeIf(finding -> choices.values().stream().anyMatch(c -> c.isMadeBy(finding)));
    branches.forEach((key, byBranch) -> relevant.addAll(best(choices.get(key), byBranch)));
    return relevant;
  }

  private static List<Finding> best(Choice choice, Map<Integer, List<Finding>> byBranch) {
    List<List<Finding>> reduced = new ArrayList<>();
    for (List<Finding> findings : byBranch.values()) {
      reduced.add(of(findings, choice.length()));
    }
    List<Finding> best = reduced.get(0);
    for (List<Finding> findings : reduced) {
      best = score(choice, findings) < score(choice, best) ? findings : best;
    }
    if (reduced.size() == 1) {
      return best;
    }
    int score = score(choice, best);
    if (score >= OTHER_TYPE) {
      return List.of(union(choice, reduced));
    }
    return score >= OTHER_KIND || reduced.stream().allMatch(all -> lacks(choice, all).isPresent())
        ? kinds(choice, reduced).map(List::of).orElse(best)
        : best;
  }

  private static int score(Choice choice, List<Finding> findings) {
    int score = 0;
    for (Finding finding : findings) {
      if (finding.keyword().equals("type") && finding.path().equals(choice.path())) {
        score += OTHER_TYPE;
      } else if (isKind(choice, finding)) {
        score += OTHER_KIND;
      } else {
        score++;
      }
    }
    return score;
  }

  /** Returns whether a finding says that a direct property has not the one value of the branch. */
  private static boolean isKind(Choice choice, Finding finding) {
    return only(finding.schema()).isPresent()
        && (finding.keyword().equals("const") || finding.keyword().equals("enum"))
        && finding.path().startsWith(choice.path() + "/")
        && finding.path().indexOf('/', choice.path().length() + 1) < 0;
  }

  private static Optional<JsonNode> only(JsonNode schema) {
    JsonNode values = schema.path("enum");
    return schema.has("const")
        ? Optional.of(schema.get("const"))
        : Optional.ofNullable(values.isArray() && values.size() == 1 ? values.get(0) : null);
  }

  /** Returns the finding that the property which tells the branches apart is missing. */
  private static Optional<Finding> lacks(Choice choice, List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.keyword().equals("required"))
        .filter(finding -> finding.path().equals(choice.path()))
        .filter(finding -> only(declared(finding)).isPresent())
        .findFirst();
  }

  /** All types that any branch would take. */
  private static Finding union(Choice choice, List<List<Finding>> branches) {
    Set<JsonNode> types = new LinkedHashSet<>();
    Finding first = null;
    for (List<Finding> findings : branches) {
      for (Finding finding : findings) {
        if (finding.keyword().equals("type") && finding.path().equals(choice.path())) {
          first = first == null ? finding : first;
          JsonNode type = finding.rule();
          types.addAll(type.isArray() ? List.copyOf(type.values()) : List.of(type));
        }
      }
    }
    ObjectNode schema = NODES.objectNode();
    schema.putArray("type").addAll(types);
    return first.with(schema);
  }

  /** All values by which the branches are told apart. */
  private static Optional<Finding> kinds(Choice choice, List<List<Finding>> branches) {
    Set<JsonNode> values = new LinkedHashSet<>();
    Finding first = null;
    for (List<Finding> findings : branches) {
      Optional<Finding> lacking = lacks(choice, findings);
      for (Finding finding : findings) {
        if (isKind(choice, finding) && (first == null || first.path().equals(finding.path()))) {
          first = first == null ? finding : first;
          values.add(only(finding.schema()).orElseThrow());
        }
      }
      if (lacking.isPresent()
          && (first == null || first.property().equals(lacking.get().property()))) {
        first = first == null ? lacking.get() : first;
        values.add(only(declared(lacking.get())).orElseThrow());
      }
    }
    if (first == null) {
      return Optional.empty();
    }
    ObjectNode schema = NODES.objectNode();
    if (first.keyword().equals("required")) {
      schema.putObject("properties").putObject(first.property()).putArray("enum").addAll(values);
      schema.putArray("required").add(first.property());
    } else {
      schema.putArray("enum").addAll(values);
    }
    return Optional.of(first.with(schema));
  }

  private static JsonNode declared(Finding lacking) {
    return lacking.schema().path("properties").path(lacking.property());
  }
}
