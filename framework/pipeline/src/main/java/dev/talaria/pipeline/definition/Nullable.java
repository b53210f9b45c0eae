package dev.talaria.pipeline.definition;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lets a strict schema take null besides what it takes. */
final class Nullable {
  private Nullable() {}

  /** Returns a schema that takes null too; the given one may be changed for it. */
  static ObjectNode of(ObjectNode schema) {
    if (schema.has("$ref")) {
      ObjectNode wrapped = JsonNodeFactory.instance.objectNode();
      wrapped.putArray("anyOf").add(schema).addObject().put("type", "null");
      return wrapped;
    }
    if (schema.path("anyOf") instanceof ArrayNode branches) {
      if (branches.valueStream().noneMatch(Nullable::takesNull)) {
        branches.addObject().put("type", "null");
      }
      return schema;
    }
    JsonNode type = schema.path("type");
    if (takesNull(schema)) {
      return schema;
    }
    if (type instanceof ArrayNode types) {
      types.add("null");
    } else {
      schema.putArray("type").add(type).add("null");
    }
    if (schema.path("enum") instanceof ArrayNode values) {
      values.addNull();
    }
    return schema;
  }

  private static boolean takesNull(JsonNode schema) {
    JsonNode type = schema.path("type");
    return "null".equals(type.stringValue("")) || Keywords.lists(type, "null");
  }
}
