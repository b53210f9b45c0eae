package dev.talaria.pipeline.definition;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether definitions refer to themselves, over others or at once. Used by one thread. */
final class Recursion {
  private final JsonNode definitions;

  private Recursion(JsonNode definitions) {
    this.definitions = definitions;
  }

  /** Returns the name of a definition that can be reached from itself. */
  static Optional<String> in(JsonNode definitions) {
    Recursion recursion = new Recursion(definitions);
    return definitions.propertyNames().stream()
        .filter(
            name -> recursion.reaches(definitions.path(name), "#/$defs/" + name, new HashSet<>()))
        .findFirst();
  }

  private boolean reaches(JsonNode schema, String sought, Set<String> seen) {
    if (!(schema instanceof ObjectNode object)) {
      return false;
    }
    String reference = object.path("$ref").stringValue("");
    // The whole holds everything.
    if (reference.equals("#") || reference.equals(sought)) {
      return true;
    }
    if (reference.startsWith("#/$defs/")
        && seen.add(reference)
        && reaches(definitions.path(reference.substring("#/$defs/".length())), sought, seen)) {
      return true;
    }
    boolean[] found = {false};
    Keywords.replaceInner(
        object,
        (keyword, inner) -> {
          found[0] |= reaches(inner, sought, seen);
          return inner;
        });
    return found[0];
  }
}
