package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.Keywords.NODES;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema in the dialect that the many services behind OpenAI's interface agree on: one type to a
 * node and {@code nullable}, no rules at the root but properties, no booleans for schemas. Nothing
 * that the tool takes becomes impossible, save null where {@code nullable} is not understood, and
 * what an alternative at the root left open. The result does not change when it is made again.
 */
final class CompatibleSchema {
  private static final Set<String> TYPES =
      Set.of("object", "array", "string", "number", "integer", "boolean", "null");

  /** A boolean is understood here. */
  private static final Set<String> BOOLEANS =
      Set.of("additionalProperties", "items", "unevaluatedProperties", "unevaluatedItems");

  private static final List<String> CARRIED =
      List.of("title", "description", "default", "examples");

  private static final int MAX_DEPTH = 64;

  private CompatibleSchema() {}

  /** Returns the schema in that dialect; of what is no schema, that of no arguments. */
  static ObjectNode of(JsonNode schema) {
    ObjectNode given = schema instanceof ObjectNode object ? object : NODES.objectNode();
    ObjectNode root = RootObject.of(given);
    return (ObjectNode) node("", root, 0);
  }

  private static JsonNode node(String keyword, JsonNode schema, int depth) {
    if (schema.isBoolean() && BOOLEANS.contains(keyword)) {
      return schema;
    }
    ObjectNode plain = anything();
    if (schema.isString() && TYPES.contains(schema.stringValue())) {
      plain.put("type", schema.stringValue());
    } else if (schema.isBoolean() && !schema.booleanValue()) {
      plain.putObject("not");
    } else if (schema instanceof ObjectNode object && depth <= MAX_DEPTH) {
      plain = object;
    }
    return completed(collapsed(typed(plain, depth)));
  }

  private static ObjectNode anything() {
    return NODES.objectNode();
  }

  /** One type to a node, and the same of the schemas in it. */
  private static ObjectNode typed(ObjectNode schema, int depth) {
    JsonNode types = schema.path("type");
    ObjectNode given = schema;
    boolean nullable = false;
    if (types.isArray()) {
      nullable = Keywords.lists(types, "null");
      ArrayNode others = NODES.arrayNode();
      types.valueStream().filter(t -> !"null".equals(t.stringValue(""))).forEach(others::add);
      given = schema.deepCopy();
      if (others.size() > 1) {
        given.set("type", others);
        given = Keywords.oneTypeEach(given);
      } else if (others.size() == 1) {
        given.set("type", others.get(0));
      } else {
        given.put("type", nullable ? "null" : "object");
        nullable = false;
      }
    }
    ObjectNode result =
        Keywords.replaceInner(given, (keyword, inner) -> node(keyword, inner, depth + 1));
    if (nullable) {
      result.put("nullable", true);
    }
    return result;
  }

  /** A choice between one thing and null is that thing, nullable. */
  private static ObjectNode collapsed(ObjectNode schema) {
    for (String keyword : List.of("anyOf", "oneOf")) {
      List<JsonNode> things = new ArrayList<>();
      schema.path(keyword).valueStream().filter(b -> !isNull(b)).forEach(things::add);
      if (things.size() != 1
          || schema.path(keyword).size() < 2
          || !(things.get(0) instanceof ObjectNode thing)
          || !saysNothingElse(schema, keyword)) {
        continue;
      }
      ObjectNode result = thing.deepCopy();
      for (String annotation : CARRIED) {
        if (schema.has(annotation)) {
          result.set(annotation, schema.get(annotation));
        }
      }
      if (schema.has("$defs")) {
        result.set("$defs", schema.get("$defs"));
      }
      return result.put("nullable", true);
    }
    return schema;
  }

  private static boolean saysNothingElse(ObjectNode schema, String keyword) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      if (!member.getKey().equals(keyword) && !Keywords.ANNOTATIONS.contains(member.getKey())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNull(JsonNode schema) {
    return "null".equals(schema.path("type").stringValue(""))
        || schema.path("const").isNull()
        || schema.path("enum").size() == 1 && schema.path("enum").get(0).isNull();
  }

  private static ObjectNode completed(ObjectNode schema) {
    if (schema.has("$ref")) {
      schema.remove("default");
    }
    String type = schema.path("type").stringValue("");
    if (type.equals("object")) {
      if (!schema.path("properties").isObject()) {
        schema.putObject("properties");
      }
      keepDescribed(schema);
    }
    if (type.equals("array") && !schema.has("items")) {
      schema.putObject("items");
    }
    return schema;
  }

  /** What is required has to be described. */
  static void keepDescribed(ObjectNode schema) {
    if (!schema.has("required")) {
      return;
    }
    ArrayNode described = NODES.arrayNode();
    for (JsonNode name : schema.path("required").values()) {
      if (name.isString() && schema.path("properties").has(name.stringValue())) {
        described.add(name);
      }
    }
    if (described.isEmpty()) {
      schema.remove("required");
    } else {
      schema.set("required", described);
    }
  }
}
