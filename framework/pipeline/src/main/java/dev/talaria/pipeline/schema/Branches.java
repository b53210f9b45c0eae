package dev.talaria.pipeline.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The branches of an {@code anyOf} or {@code oneOf}, and which of them a value is meant for.
 * Immutable.
 */
public final class Branches {
  /** The property that tells the branches apart, if there is one. */
  private final Optional<String> discriminator;

  private final List<JsonNode> branches;
  private final LocalReferences references;

  public Branches(JsonNode list, LocalReferences references) {
    this.references = references;
    this.branches = List.copyOf(list.values());
    this.discriminator = discriminator();
  }

  /** Returns the branches as they are written. */
  public List<JsonNode> all() {
    return branches;
  }

  /**
   * Returns the property whose one value in each branch that takes objects tells them apart, if
   * there is one.
   */
  public Optional<String> discriminatingProperty() {
    return discriminator;
  }

  /** Returns the value of the discriminating property that names a branch. */
  public Optional<JsonNode> discriminatingValue(JsonNode branch) {
    return discriminator.flatMap(name -> only(branch, name));
  }

  /**
   * Returns the index of the branch that the value is meant for: the one that its discriminating
   * property names, else the one whose required properties it has, else the first that knows most
   * of its properties.
   *
   * @param candidates indices of the branches that come into question; not empty
   */
  public int meant(JsonNode value, List<Integer> candidates) {
    if (candidates.size() == 1 || !value.isObject()) {
      return candidates.get(0);
    }
    Optional<Integer> named =
        discriminator.flatMap(
            name ->
                candidates.stream()
                    .filter(
                        i ->
                            only(branches.get(i), name)
                                .filter(value.path(name)::equals)
                                .isPresent())
                    .findFirst());
    if (named.isPresent()) {
      return named.get();
    }
    int best = candidates.get(0);
    int bestScore = Integer.MIN_VALUE;
    for (int i : candidates) {
      int score = score(value, references.resolve(branches.get(i)));
      if (score > bestScore) {
        best = i;
        bestScore = score;
      }
    }
    return best;
  }

  private static int score(JsonNode value, JsonNode branch) {
    int score = 0;
    JsonNode properties = branch.path("properties");
    for (JsonNode name : branch.path("required").values()) {
      boolean filledIn = properties.path(name.stringValue("")).has("default");
      score -= value.has(name.stringValue("")) || filledIn ? 0 : 1000;
    }
    for (String name : value.propertyNames()) {
      score += properties.has(name) ? 1 : 0;
    }
    return score;
  }

  private Optional<String> discriminator() {
    Set<String> names = new LinkedHashSet<>();
    List<JsonNode> objects =
        branches.stream()
            .map(references::resolve)
            .filter(branch -> branch.path("properties").isObject())
            .toList();
    if (objects.size() < 2) {
      return Optional.empty();
    }
    for (Map.Entry<String, JsonNode> property : objects.get(0).path("properties").properties()) {
      names.add(property.getKey());
    }
    return names.stream().filter(name -> tellsApart(objects, name)).findFirst();
  }

  private boolean tellsApart(List<JsonNode> objects, String name) {
    Set<JsonNode> seen = new LinkedHashSet<>();
    for (JsonNode branch : objects) {
      Optional<JsonNode> only = only(branch, name);
      if (only.isEmpty() || !seen.add(only.get())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the one value that a branch allows for a property, if there is just one. */
  private Optional<JsonNode> only(JsonNode branch, String name) {
    JsonNode property =
        references.resolve(references.resolve(branch).path("properties").path(name));
    JsonNode values = property.path("enum");
    JsonNode value =
        property.has("const")
            ? property.get("const")
            : values.size() == 1 && values.isArray() ? values.get(0) : null;
    return Optional.ofNullable(value).filter(JsonNode::isString);
  }
}
