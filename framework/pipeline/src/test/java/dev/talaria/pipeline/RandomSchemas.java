package dev.talaria.pipeline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes schemas as tools have them, and values that mostly fit them, out of one seed. */
final class RandomSchemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("a", "b", "c", "kind");
  private static final List<String> TEXTS =
      List.of(
          "", "a", "b", "null", "1", "007", "true", "3.5", "[1]", "{\"a\":1}", "ab\uD83D\uDE00");

  private final Random random;

  RandomSchemas(long seed) {
    random = new Random(seed);
  }

  ObjectNode document() {
    ObjectNode root = object(3);
    if (random.nextInt(3) > 0) {
      ObjectNode defs = root.putObject("$defs");
      for (String name : NAMES) {
        defs.set(name, schema(2));
      }
    }
    return root;
  }

  private ObjectNode object(int depth) {
    ObjectNode schema = NODES.objectNode();
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (String name : NAMES) {
      if (chance(60)) {
        properties.set(name, schema(depth - 1));
      }
    }
    if (chance(50)) {
      ArrayNode required = schema.putArray("required");
      NAMES.stream()
          .filter(n -> schema.path("properties").has(n) ? chance(30) : chance(3))
          .forEach(required::add);
    }
    if (chance(40)) {
      schema.put("additionalProperties", chance(20));
    } else if (chance(15)) {
      schema.set("additionalProperties", schema(depth - 1));
    }
    if (chance(10)) {
      schema.put(chance(50) ? "minProperties" : "maxProperties", random.nextInt(4));
    }
    if (chance(5)) {
      schema.putObject("patternProperties").set("^a", schema(0));
    }
    return schema;
  }

  private JsonNode schema(int depth) {
    if (chance(4)) {
      return NODES.booleanNode(chance(70));
    }
    ObjectNode schema = bare(depth);
    if (chance(15)) {
      schema.set("default", chance(70) ? value(schema, schema, 2) : anything(1));
    }
    if (chance(5)) {
      schema.put("nullable", true);
    }
    if (chance(10)) {
      schema.put("description", "text").put("format", "date").put("readOnly", true);
    }
    if (chance(4)) {
      schema.set(chance(50) ? "not" : "if", bare(0));
    }
    return schema;
  }

  private ObjectNode bare(int depth) {
    return switch (random.nextInt(depth > 0 ? 12 : 6)) {
      case 0, 1 -> text();
      case 2 -> number("integer");
      case 3 -> number("number");
      case 4 -> NODES.objectNode().put("type", chance(70) ? "boolean" : "null");
      case 5 -> types();
      case 6 -> object(depth);
      case 7 -> list(depth);
      case 8 -> NODES.objectNode().put("$ref", "#/$defs/" + pick(NAMES));
      case 9 -> choice(depth);
      case 10 -> discriminated(depth);
      default -> {
        ObjectNode all = NODES.objectNode();
        ArrayNode parts =
            all.putArray("allOf").add(chance(50) ? object(depth - 1) : bare(depth - 1));
        if (chance(50)) {
          parts.add(chance(50) ? object(depth - 1) : schema(0));
        }
        if (chance(30)) {
          all.setAll(object(depth - 1));
        }
        yield all;
      }
    };
  }

  private ObjectNode text() {
    ObjectNode schema = NODES.objectNode().put("type", "string");
    switch (random.nextInt(5)) {
      case 0 -> schema.putArray("enum").add("a").add(pick(TEXTS)).add("x");
      case 1 -> schema.put("const", pick(TEXTS));
      case 2 -> schema.put("minLength", random.nextInt(3)).put("maxLength", 1 + random.nextInt(3));
      case 3 -> schema.put("pattern", pick(List.of("^a$", "a", "^[a-z1]*$")));
      default -> {
        // any text
      }
    }
    return schema;
  }

  private ObjectNode number(String type) {
    ObjectNode schema = NODES.objectNode().put("type", type);
    for (String key : List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")) {
      if (chance(25)) {
        int sign = key.contains("ax") ? 1 : -1;
        schema.set(
            key, chance(70) ? NODES.numberNode(sign * 3) : NODES.numberNode(new BigDecimal("2.5")));
      }
    }
    if (chance(10)) {
      schema.put("multipleOf", 2);
    }
    if (chance(10)) {
      schema.putArray("enum").add(1).add(2).add(new BigDecimal("1.5"));
    }
    return schema;
  }

  private ObjectNode types() {
    ObjectNode schema = NODES.objectNode();
    ArrayNode types = schema.putArray("type");
    for (String type : List.of("null", "string", "integer", "number", "boolean", "null", "array")) {
      if (chance(35) && !types.toString().contains('"' + type + '"')) {
        types.insert(random.nextInt(types.size() + 1), type);
      }
    }
    if (types.isEmpty()) {
      types.add("string");
    }
    return schema;
  }

  private ObjectNode list(int depth) {
    ObjectNode schema = NODES.objectNode().put("type", "array");
    if (chance(85)) {
      schema.set("items", schema(depth - 1));
    }
    if (chance(20)) {
      schema.put("minItems", 1).put("maxItems", 2);
    }
    return chance(20) ? schema.put("uniqueItems", true) : schema;
  }

  private ObjectNode choice(int depth) {
    ObjectNode schema = NODES.objectNode();
    ArrayNode branches = schema.putArray(chance(50) ? "anyOf" : "oneOf");
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      branches.add(chance(30) ? NODES.objectNode().put("type", "null") : schema(depth - 1));
    }
    return schema;
  }

  private ObjectNode discriminated(int depth) {
    ObjectNode schema = NODES.objectNode();
    if (chance(30)) {
      schema.put("type", "object");
    }
    ArrayNode branches = schema.putArray(chance(50) ? "anyOf" : "oneOf");
    for (String kind : List.of("a", "b", "x")) {
      ObjectNode branch = object(depth - 1);
      ObjectNode property = ((ObjectNode) branch.get("properties")).putObject("kind");
      if (chance(50)) {
        property.put("const", kind);
      } else {
        property.putArray("enum").add(kind);
      }
      branches.add(branch);
    }
    if (chance(30)) {
      branches.add(chance(50) ? NODES.objectNode().put("type", "null") : schema(0));
    }
    return schema;
  }

  /** Returns a value that has a good chance to fit. */
  JsonNode value(JsonNode schema, JsonNode document, int depth) {
    if (!schema.isObject() || depth < 0 || chance(2)) {
      return anything(1);
    }
    if (schema.has("$ref")) {
      String name = schema.get("$ref").stringValue().substring("#/$defs/".length());
      return value(document.path("$defs").path(name), document, depth - 1);
    }
    for (String key : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(key)) {
        return value(pick(List.copyOf(schema.get(key).values())), document, depth - 1);
      }
    }
    if (schema.has("const")) {
      return schema.get("const");
    }
    if (schema.has("enum")) {
      return pick(List.copyOf(schema.get("enum").values()));
    }
    JsonNode type = schema.path("type");
    return ofType(
        type.isArray() ? pick(List.copyOf(type.values())).stringValue() : type.stringValue(""),
        schema,
        document,
        depth);
  }

  private JsonNode ofType(String type, JsonNode schema, JsonNode document, int depth) {
    return switch (type) {
      case "string" -> NODES.stringNode(pick(TEXTS));
      case "integer" -> whole();
      case "number" -> chance(50) ? whole() : decimal();
      case "boolean" -> NODES.booleanNode(chance(50));
      case "null" -> NODES.nullNode();
      case "array" -> {
        ArrayNode list = NODES.arrayNode();
        for (int i = 0; i < random.nextInt(3); i++) {
          list.add(value(schema.path("items"), document, depth - 1));
        }
        yield list;
      }
      case "object" -> {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
          if (chance(isRequired(schema, property.getKey()) ? 97 : 50)) {
            object.set(property.getKey(), value(property.getValue(), document, depth - 1));
          }
        }
        if (chance(schema.path("additionalProperties").isBoolean() ? 3 : 10)) {
          object.set(pick(List.of("d", "e")), anything(1));
        }
        yield object;
      }
      default -> anything(1);
    };
  }

  private static boolean isRequired(JsonNode schema, String name) {
    return schema.path("required").toString().contains('"' + name + '"');
  }

  private JsonNode anything(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(chance(50));
      case 2 -> whole();
      case 3 -> decimal();
      case 4, 5 -> NODES.stringNode(pick(TEXTS));
      case 6 -> NODES.arrayNode().add(anything(depth - 1));
      default -> {
        ObjectNode object = NODES.objectNode();
        object.set(pick(NAMES), anything(depth - 1));
        yield object;
      }
    };
  }

  private JsonNode whole() {
    return chance(95)
        ? NODES.numberNode(random.nextInt(6) - 2)
        : NODES.numberNode(BigInteger.TEN.pow(30));
  }

  private JsonNode decimal() {
    return NODES.numberNode(new BigDecimal(pick(List.of("1.0", "2.5", "-0.5", "1e3"))));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
