package dev.talaria.pipeline.coercion;

import dev.talaria.pipeline.schema.LocalReferences;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One type that a value may have.
 *
 * @param type name of the type, as JSON Schema has it; empty: any
 * @param schema the schema that says so, for what it lists
 */
record Alternative(String type, JsonNode schema) {
  private static final int MAX_NESTING = 4;

  /** Returns the types that a schema names itself, in order. */
  static List<Alternative> named(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isString()) {
      return List.of(new Alternative(type.stringValue(), schema));
    }
    List<Alternative> found = new ArrayList<>();
    for (JsonNode one : type.values()) {
      found.add(new Alternative(one.stringValue(""), schema));
    }
    return found;
  }

  /** Returns the types that a schema allows, through references and branches, in order. */
  static List<Alternative> of(JsonNode schema, LocalReferences references) {
    return of(schema, references, 0);
  }

  private static List<Alternative> of(JsonNode schema, LocalReferences references, int nesting) {
    JsonNode resolved = references.resolve(schema);
    List<Alternative> found = new ArrayList<>(named(resolved));
    if (!found.isEmpty() || nesting > MAX_NESTING) {
      return found;
    }
    for (String key : List.of("anyOf", "oneOf")) {
      for (JsonNode branch : resolved.path(key).values()) {
        found.addAll(of(branch, references, nesting + 1));
      }
    }
    for (JsonNode part : resolved.path("allOf").values()) {
      if (found.isEmpty()) {
        found.addAll(of(part, references, nesting + 1));
      }
    }
    return found.isEmpty() ? List.of(new Alternative("", resolved)) : found;
  }

  /** Returns whether the value is right as it is. */
  boolean takes(JsonNode value) {
    boolean fits =
        switch (type) {
          case "" -> true;
          // 3.0 is an integer to JSON Schema but not to the record that receives it: convert it.
          case "integer" -> value.isIntegralNumber();
          case "number" -> value.isNumber();
          case "boolean" -> value.isBoolean();
          case "string" -> value.isString();
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "null" -> value.isNull();
          default -> false;
        };
    return fits && lists(value);
  }

  /** Returns whether the value is among those that the schema lists, if it lists any. */
  boolean lists(JsonNode value) {
    if (schema.has("const") && !schema.get("const").equals(value)) {
      return false;
    }
    if (!schema.path("enum").isArray()) {
      return true;
    }
    for (JsonNode one : schema.get("enum").values()) {
      if (one.equals(value)) {
        return true;
      }
    }
    return false;
  }
}
