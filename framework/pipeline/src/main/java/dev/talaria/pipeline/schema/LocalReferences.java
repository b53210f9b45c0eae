package dev.talaria.pipeline.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * Follows {@code $ref} within one schema document. What it cannot follow for certain it does not
 * follow: references that leave the document, anchors, chains that lead nowhere. Immutable.
 */
public final class LocalReferences {
  private static final int MAX_HOPS = 8;

  private final JsonNode document;
  private final boolean usable;

  public LocalReferences(JsonNode document) {
    this.document = document;
    // A schema with an id of its own inside is the root of what its references mean.
    this.usable = document.properties().stream().noneMatch(member -> hasId(member.getValue()));
  }

  private static boolean hasId(JsonNode node) {
    if (node.has("$id")) {
      return true;
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (hasId(member.getValue())) {
        return true;
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      if (hasId(node.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the schema that this schema's own {@code $ref} names, if it is in the document. */
  public Optional<JsonNode> target(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    if (!usable || !reference.isString()) {
      return Optional.empty();
    }
    String text = reference.stringValue();
    if (!text.equals("#") && !text.startsWith("#/")) {
      return Optional.empty();
    }
    try {
      String pointer =
          URLDecoder.decode(text.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
      JsonNode target = document.at(JsonPointer.compile(pointer));
      return target.isMissingNode() ? Optional.empty() : Optional.of(target);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // no pointer; the validator has refused the schema or reports it
    }
  }

  /** Follows references until there is none; the schema itself where they go in circles. */
  public JsonNode resolve(JsonNode schema) {
    JsonNode resolved = schema;
    for (int hops = 0; hops < MAX_HOPS; hops++) {
      Optional<JsonNode> target = target(resolved);
      if (target.isEmpty()) {
        return resolved;
      }
      resolved = target.get();
    }
    return schema;
  }
}
