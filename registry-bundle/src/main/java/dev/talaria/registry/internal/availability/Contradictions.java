package dev.talaria.registry.internal.availability;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Finds what makes a schema one that no arguments can fit, as far as that can be read off it: a
 * call that nobody can make is worse than a declaration that is out of date. Arguments that are
 * optional count too, since whoever shows an argument means it to be given. Stateless; each
 * instance looks through one schema.
 */
final class Contradictions {
  private static final int MAX_DEPTH = 64;
  private static final String REFERENCE_PREFIX = "#/";

  private static final List<List<String>> BOUNDS =
      List.of(
          List.of("minLength", "maxLength"),
          List.of("minItems", "maxItems"),
          List.of("minProperties", "maxProperties"),
          List.of("minimum", "maximum"));

  private final JsonNode root;
  private final Set<String> followed = new HashSet<>();

  private Contradictions(JsonNode root) {
    this.root = root;
  }

  /** Returns why no arguments can fit, as part of a sentence; empty: nothing is seen. */
  static Optional<String> of(JsonNode schema) {
    return new Contradictions(schema).find(schema, "", 0);
  }

  private Optional<String> find(JsonNode schema, String at, int depth) {
    if (schema.isBoolean()) {
      return schema.booleanValue() ? Optional.empty() : Optional.of(place(at) + " allows nothing");
    }
    if (!schema.isObject() || depth > MAX_DEPTH) {
      return Optional.empty();
    }
    return values(schema, at)
        .or(() -> bounds(schema, at))
        .or(() -> required(schema, at))
        .or(() -> parts(schema, at, depth))
        .or(() -> alternatives(schema, at, depth))
        .or(() -> referenced(schema, at, depth));
  }

  private static Optional<String> values(JsonNode schema, String at) {
    JsonNode type = schema.path("type");
    if (type.isArray() && type.isEmpty()) {
      return Optional.of(place(at) + " may be of no type");
    }
    JsonNode listed = schema.path("enum");
    if (listed.isArray()) {
      boolean fits = false;
      for (JsonNode value : listed) {
        fits |= isOf(type, value);
      }
      if (!fits) {
        return Optional.of(place(at) + " may have no value: its enum has none of its type");
      }
    }
    return schema.has("const") && !isOf(type, schema.get("const"))
        ? Optional.of(place(at) + " may have no value: its const is not of its type")
        : Optional.empty();
  }

  private static boolean isOf(JsonNode type, JsonNode value) {
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (isOf(one, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (type.stringValue("")) {
      case "string" -> value.isString();
      case "integer" -> value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      case "null" -> value.isNull();
      default -> true;
    };
  }

  private static Optional<String> bounds(JsonNode schema, String at) {
    for (List<String> pair : BOUNDS) {
      JsonNode least = schema.path(pair.get(0));
      JsonNode most = schema.path(pair.get(1));
      if (least.isNumber()
          && most.isNumber()
          && least.decimalValue().compareTo(most.decimalValue()) > 0) {
        return Optional.of(place(at) + " has a " + pair.get(0) + " above its " + pair.get(1));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> required(JsonNode schema, String at) {
    JsonNode properties = schema.path("properties");
    for (JsonNode name : schema.path("required")) {
      if (!properties.has(name.stringValue(""))
          && !schema.has("patternProperties")
          && !schema.path("additionalProperties").isObject()) {
        return Optional.of(
            place(at)
                + " requires '"
                + Texts.line(name.stringValue(""))
                + "', which is not among the properties");
      }
    }
    return Optional.empty();
  }

  private Optional<String> parts(JsonNode schema, String at, int depth) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      Optional<String> found =
          find(property.getValue(), at + "/" + Texts.line(property.getKey()), depth + 1);
      if (found.isPresent()) {
        return found;
      }
    }
    JsonNode items = schema.path("items");
    return items.isObject() ? find(items, at + "/*", depth + 1) : Optional.empty();
  }

  private Optional<String> alternatives(JsonNode schema, String at, int depth) {
    for (JsonNode each : schema.path("allOf")) {
      Optional<String> found = find(each, at, depth + 1);
      if (found.isPresent()) {
        return found;
      }
    }
    for (String key : List.of("anyOf", "oneOf")) {
      JsonNode some = schema.path(key);
      Optional<String> found = Optional.empty();
      for (JsonNode each : some) {
        found = find(each, at, depth + 1);
        if (found.isEmpty()) {
          break;
        }
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Each reference is followed once: one that leads back to itself says nothing new. */
  private Optional<String> referenced(JsonNode schema, String at, int depth) {
    String reference = schema.path("$ref").stringValue("");
    return reference.startsWith(REFERENCE_PREFIX) && followed.add(reference)
        ? find(root.at(reference.substring(1)), at, depth + 1)
        : Optional.empty();
  }

  private static String place(String at) {
    return at.isEmpty() ? "it" : "its argument " + at.substring(1);
  }
}
