package dev.talaria.pipeline.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says {@code "nullable": true} in the words of JSON Schema 2020-12, where the keyword of OpenAPI
 * 3.0 means nothing: declarations that were written for both would otherwise refuse the null they
 * allow.
 */
public final class NullableKeyword {
  private static final List<String> CHOICES = List.of("anyOf", "oneOf");

  // Keywords whose values are data, not schemas.
  private static final Set<String> DATA = Set.of("default", "const", "enum", "examples");

  // Keywords whose values are schemas by name; a property may well be called "nullable".
  private static final Set<String> BY_NAME =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  private NullableKeyword() {}

  /** Returns the document without the keyword: itself if it was not used, else a changed copy. */
  public static JsonNode translate(JsonNode document) {
    if (!document.isObject() || !uses(document)) {
      return document;
    }
    JsonNode copy = document.deepCopy();
    translateSchema(copy);
    return copy;
  }

  private static boolean uses(JsonNode node) {
    if (node.path("nullable").asBoolean(false)) {
      return true;
    }
    for (JsonNode child : node.values()) {
      if (uses(child)) {
        return true;
      }
    }
    return false;
  }

  private static void translateSchema(JsonNode schema) {
    if (!(schema instanceof ObjectNode object)) {
      return;
    }
    for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
      if (BY_NAME.contains(member.getKey())) {
        member.getValue().values().forEach(NullableKeyword::translateSchema);
      } else if (!DATA.contains(member.getKey())) {
        translateSchema(member.getValue());
        if (member.getValue().isArray()) {
          member.getValue().values().forEach(NullableKeyword::translateSchema);
        }
      }
    }
    if (object.path("nullable").isBoolean() && object.get("nullable").booleanValue()) {
      allowNull(object);
    }
  }

  private static void allowNull(ObjectNode schema) {
    if (schema.get("type") instanceof ArrayNode types) {
      addIfMissing(types, types.stringNode("null"));
    } else if (schema.path("type").isString()) {
      ArrayNode types = schema.arrayNode().add(schema.get("type"));
      addIfMissing(types, types.stringNode("null"));
      schema.set("type", types);
    } else {
      for (String key : CHOICES) {
        if (schema.get(key) instanceof ArrayNode branches) {
          addIfMissing(branches, schema.objectNode().put("type", "null"));
        }
      }
    }
    if (schema.get("enum") instanceof ArrayNode values) {
      addIfMissing(values, values.nullNode());
    }
  }

  private static void addIfMissing(ArrayNode list, JsonNode value) {
    for (JsonNode known : list.values()) {
      if (known.equals(value)) {
        return;
      }
    }
    list.add(value);
  }
}
