package dev.talaria.pipeline.definition;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Where in a JSON Schema (2020-12) other schemas stand; all the rest is data. */
final class Keywords {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** What a schema says of itself and not of values. */
  static final Set<String> IDENTITY =
      Set.of("$schema", "$id", "$vocabulary", "$comment", "$anchor", "$dynamicAnchor");

  /** What is told to readers. */
  static final Set<String> ANNOTATIONS =
      Set.of(
          "title",
          "description",
          "default",
          "examples",
          "deprecated",
          "readOnly",
          "writeOnly",
          "nullable");

  private static final Set<String> ONE =
      Set.of(
          "items",
          "additionalItems",
          "additionalProperties",
          "not",
          "if",
          "then",
          "else",
          "contains",
          "propertyNames",
          "unevaluatedItems",
          "unevaluatedProperties",
          "contentSchema");
  private static final Set<String> LIST = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
  private static final Set<String> MAP =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  private static final Map<String, List<String>> BY_TYPE =
      Map.of(
          "object",
          List.of(
              "properties",
              "required",
              "additionalProperties",
              "patternProperties",
              "propertyNames",
              "minProperties",
              "maxProperties",
              "dependentRequired",
              "dependentSchemas",
              "unevaluatedProperties"),
          "array",
          List.of(
              "items",
              "prefixItems",
              "minItems",
              "maxItems",
              "uniqueItems",
              "contains",
              "minContains",
              "maxContains",
              "unevaluatedItems"),
          "string",
          List.of(
              "minLength",
              "maxLength",
              "pattern",
              "format",
              "contentEncoding",
              "contentMediaType",
              "contentSchema"),
          "number",
          List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
          "integer",
          List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"));

  private Keywords() {}

  /** Returns the keywords that speak of values of one type only. */
  static List<String> of(String type) {
    return BY_TYPE.getOrDefault(type, List.of());
  }

  /**
   * Returns a copy of a schema with every schema directly in it replaced.
   *
   * @param replacement is given the keyword that a schema stands under
   */
  static ObjectNode replaceInner(
      ObjectNode schema, BiFunction<String, JsonNode, JsonNode> replacement) {
    ObjectNode copy = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      String keyword = member.getKey();
      JsonNode value = member.getValue();
      if (ONE.contains(keyword)) {
        copy.set(keyword, replacement.apply(keyword, value));
      } else if (LIST.contains(keyword) && value.isArray()) {
        ArrayNode list = copy.putArray(keyword);
        value.values().forEach(one -> list.add(replacement.apply(keyword, one)));
      } else if (MAP.contains(keyword) && value.isObject()) {
        ObjectNode map = copy.putObject(keyword);
        value
            .properties()
            .forEach(e -> map.set(e.getKey(), replacement.apply(keyword, e.getValue())));
      } else {
        copy.set(keyword, value.deepCopy());
      }
    }
    return copy;
  }

  /** Returns whether the list has the text. */
  static boolean lists(JsonNode list, String text) {
    for (JsonNode one : list.values()) {
      if (text.equals(one.stringValue(null))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a schema that says the same of each type in an alternative of its own; the schema
   * itself if it has not several types. What speaks of one type goes with it.
   */
  static ObjectNode oneTypeEach(ObjectNode schema) {
    JsonNode types = schema.path("type");
    if (!types.isArray() || types.valueStream().filter(t -> !isNull(t)).count() < 2) {
      return schema;
    }
    ObjectNode rest = schema.deepCopy();
    rest.remove("type");
    ArrayNode branches = NODES.arrayNode();
    for (JsonNode type : types.values()) {
      String name = type.stringValue("");
      ObjectNode branch = branches.addObject().put("type", name);
      for (String keyword : of(name)) {
        if (schema.has(keyword)) {
          branch.set(keyword, schema.get(keyword).deepCopy());
          rest.remove(keyword);
        }
      }
    }
    if (rest.has("anyOf")) {
      // Both have to hold.
      JsonNode all = rest.path("allOf");
      ArrayNode both = all.isArray() ? (ArrayNode) all : rest.putArray("allOf");
      both.addObject().set("anyOf", branches);
    } else {
      rest.set("anyOf", branches);
    }
    return rest;
  }

  private static boolean isNull(JsonNode type) {
    return "null".equals(type.stringValue(""));
  }
}
