package dev.talaria.pipeline.schema;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Finds schemas that could never be evaluated: those that apply themselves to the very value that
 * they are applied to, and those that apply thousands of others to it. Validators overflow on them.
 */
public final class InPlaceReferences {
  private static final long MAX_APPLIED = 10_000;
  private static final long UNDER_WAY = -1;
  private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> SINGLES = List.of("not", "if", "then", "else");

  private final LocalReferences references;

  /** How many schemas a schema applies to one value, itself among them. */
  private final Map<JsonNode, Long> applied = new IdentityHashMap<>();

  private Optional<String> problem = Optional.empty();

  private InPlaceReferences(LocalReferences references) {
    this.references = references;
  }

  /** Returns what is wrong with a document in this respect, if anything is. */
  public static Optional<String> problem(JsonNode document, LocalReferences references) {
    InPlaceReferences search = new InPlaceReferences(references);
    search.everywhere(document);
    return search.problem;
  }

  private void everywhere(JsonNode node) {
    if (problem.isPresent() || !node.isContainer()) {
      return;
    }
    if (node.isObject()) {
      count(node);
    }
    for (JsonNode child : node.values()) {
      everywhere(child);
    }
  }

  private long count(JsonNode schema) {
    Long known = applied.get(schema);
    if (known != null) {
      if (known == UNDER_WAY) {
        problem = Optional.of("a schema applies itself to the same value again, without end");
      }
      return known;
    }
    if (problem.isPresent() || !schema.isObject()) {
      return 1;
    }
    applied.put(schema, UNDER_WAY);
    long sum = 1;
    for (JsonNode other : appliedBy(schema)) {
      sum += Math.max(1, count(other));
    }
    applied.put(schema, sum);
    if (sum > MAX_APPLIED && problem.isEmpty()) {
      problem = Optional.of("more than " + MAX_APPLIED + " schemas apply to one value");
    }
    return sum;
  }

  private List<JsonNode> appliedBy(JsonNode schema) {
    List<JsonNode> others = new ArrayList<>();
    references.target(schema).ifPresent(others::add);
    for (String key : LISTS) {
      if (schema.path(key).isArray()) {
        others.addAll(schema.get(key).values());
      }
    }
    for (String key : SINGLES) {
      if (schema.has(key)) {
        others.add(schema.get(key));
      }
    }
    others.addAll(schema.path("dependentSchemas").values());
    return others;
  }
}
