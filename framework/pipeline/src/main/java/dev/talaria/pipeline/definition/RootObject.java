package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.Keywords.NODES;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes of a schema's root what providers ask for: one plain list of properties. What alternatives
 * declare is shown as if it stood at the root, so that a model still learns of it; that only one of
 * them holds, the runtime checks when the tool is called. References become local ones.
 */
final class RootObject {
  private static final Set<String> REFUSED =
      Set.of("allOf", "anyOf", "oneOf", "enum", "const", "not", "$ref");
  private static final int MAX_HOPS = 16;

  private final ObjectNode root;
  private final Map<String, JsonNode> properties = new LinkedHashMap<>();
  private final Set<String> required = new LinkedHashSet<>();

  private RootObject(ObjectNode root) {
    this.root = root;
  }

  /** Returns whether the root is more than a list of properties. */
  static boolean isComposed(ObjectNode schema) {
    return REFUSED.stream().anyMatch(schema::has);
  }

  /** Returns a copy with a plain root. */
  static ObjectNode of(ObjectNode schema) {
    // Once more: what only the alternatives referred to is not needed any more.
    return LocalReferences.of(new RootObject(LocalReferences.of(schema)).plain());
  }

  private ObjectNode plain() {
    boolean composed = isComposed(root);
    include(root, 0);
    ObjectNode plain = root.deepCopy();
    plain.put("type", "object");
    plain.remove(REFUSED);
    if (composed) {
      // It counted what the alternatives declare.
      plain.remove("unevaluatedProperties");
    }
    ObjectNode all = plain.putObject("properties");
    properties.forEach((name, property) -> all.set(name, property.deepCopy()));
    plain.remove("required");
    if (!required.isEmpty()) {
      ArrayNode names = plain.putArray("required");
      required.forEach(names::add);
    }
    return plain;
  }

  /** Takes over what a schema that has to hold says of properties. */
  private void include(JsonNode schema, int hops) {
    if (!schema.isObject() || hops > MAX_HOPS) {
      return;
    }
    schema
        .path("properties")
        .properties()
        .forEach(e -> properties.putIfAbsent(e.getKey(), e.getValue()));
    schema.path("required").values().forEach(name -> required.add(name.stringValue("")));
    if (schema.has("$ref")) {
      include(target(schema), hops + 1);
    }
    schema.path("allOf").values().forEach(part -> include(part, hops + 1));
    for (String keyword : List.of("anyOf", "oneOf")) {
      includeAlternatives(schema.path(keyword), hops + 1);
    }
  }

  private void includeAlternatives(JsonNode alternatives, int hops) {
    Map<String, Set<JsonNode>> declared = new LinkedHashMap<>();
    Set<String> everywhere = null;
    for (JsonNode alternative : alternatives.values()) {
      RootObject branch = new RootObject(root);
      branch.include(alternative, hops);
      branch.properties.forEach(
          (name, property) ->
              declared.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(property));
      if (everywhere == null) {
        everywhere = new LinkedHashSet<>(branch.required);
      } else {
        everywhere.retainAll(branch.required);
      }
    }
    declared.forEach(
        (name, schemas) -> properties.putIfAbsent(name, oneOf(new ArrayList<>(schemas))));
    if (everywhere != null) {
      required.addAll(everywhere);
    }
  }

  private static JsonNode oneOf(List<JsonNode> schemas) {
    if (schemas.size() == 1) {
      return schemas.get(0);
    }
    ObjectNode any = NODES.objectNode();
    ArrayNode branches = any.putArray("anyOf");
    schemas.forEach(branches::add);
    return any;
  }

  private JsonNode target(JsonNode schema) {
    String reference = schema.path("$ref").stringValue("");
    return reference.startsWith("#/$defs/")
        ? root.path("$defs").path(reference.substring("#/$defs/".length()))
        : NODES.missingNode();
  }
}
