package dev.talaria.pipeline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns what models tend to send into what the schema asks for, where the intent is plain: {@code
 * "42"} into 42, {@code "true"} into true, JSON in a string into JSON, one value into a list of
 * one. What cannot be turned is left for validation to report. A copy is changed, never the input.
 * Immutable and thread-safe.
 */
final class ArgumentCoercion {
  private static final int MAX_DEPTH = 64;
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d{1,350}(\\.\\d{0,350})?|\\.\\d{1,350})([eE][+-]?\\d{1,3})?");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonNode document;
  private final JsonMapper mapper;

  ArgumentCoercion(JsonNode document, JsonMapper mapper) {
    this.document = document;
    this.mapper = mapper;
  }

  ObjectNode coerce(ObjectNode arguments) {
    ObjectNode copy = arguments.deepCopy();
    return coerce(copy, document, 0) instanceof ObjectNode object ? object : copy;
  }

  private JsonNode coerce(JsonNode value, JsonNode unresolved, int depth) {
    JsonNode schema = resolve(unresolved);
    if (depth > MAX_DEPTH || !schema.isObject()) {
      return value;
    }
    JsonNode result = value;
    for (JsonNode part : schema.path("allOf").values()) {
      result = coerce(result, part, depth + 1);
    }
    List<Alternative> alternatives = alternatives(schema);
    for (Alternative alternative : alternatives) {
      if (alternative.takes(result)) {
        return within(result, alternative.schema, depth);
      }
    }
    for (Alternative alternative : alternatives) {
      JsonNode converted = convert(result, alternative.type);
      if (converted != null) {
        return within(converted, alternative.schema, depth);
      }
    }
    return within(result, schema, depth);
  }

  /** One type that a value may have, with the schema that says so. */
  private record Alternative(String type, JsonNode schema) {
    boolean takes(JsonNode value) {
      return switch (type) {
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
    }
  }

  private List<Alternative> alternatives(JsonNode schema) {
    List<Alternative> found = new ArrayList<>();
    JsonNode type = schema.path("type");
    if (type.isString()) {
      found.add(new Alternative(type.stringValue(), schema));
    }
    for (JsonNode one : type.values()) {
      found.add(new Alternative(one.stringValue(""), schema));
    }
    if (found.isEmpty()) {
      for (String key : List.of("anyOf", "oneOf")) {
        for (JsonNode branch : schema.path(key).values()) {
          // Not through alternatives of alternatives: one level is what schemas use.
          JsonNode resolved = resolve(branch);
          JsonNode branchType = resolved.path("type");
          if (branchType.isString()) {
            found.add(new Alternative(branchType.stringValue(), resolved));
          }
          for (JsonNode one : branchType.values()) {
            found.add(new Alternative(one.stringValue(""), resolved));
          }
        }
      }
    }
    return found;
  }

  /** Returns the value as that type, or null when it cannot be one. */
  private JsonNode convert(JsonNode value, String type) {
    return switch (type) {
      case "integer" -> integer(value);
      case "number" -> value.isString() ? number(value.stringValue()) : null;
      case "boolean" -> bool(value);
      case "null" ->
          value.isString() && value.stringValue().equals("null") ? NODES.nullNode() : null;
      case "object" -> {
        JsonNode parsed = parsed(value);
        yield parsed instanceof ObjectNode ? parsed : null;
      }
      case "array" -> {
        if (value.isNull()) {
          yield null;
        }
        JsonNode parsed = parsed(value);
        yield parsed instanceof ArrayNode ? parsed : NODES.arrayNode().add(value);
      }
      default -> null;
    };
  }

  private static JsonNode bool(JsonNode value) {
    if (value.isString()) {
      if (value.stringValue().equalsIgnoreCase("true")) {
        return NODES.booleanNode(true);
      }
      if (value.stringValue().equalsIgnoreCase("false")) {
        return NODES.booleanNode(false);
      }
    }
    return null;
  }

  private static JsonNode integer(JsonNode value) {
    BigDecimal number;
    if (value.isString()) {
      number = decimal(value.stringValue());
    } else if (value.isNumber()) {
      number = value.decimalValue();
    } else {
      return null;
    }
    if (number == null || number.scale() < -1000) {
      return null;
    }
    try {
      return integerNode(number.toBigIntegerExact());
    } catch (ArithmeticException e) {
      return null; // has a fraction
    }
  }

  private static JsonNode number(String text) {
    BigDecimal number = decimal(text);
    if (number == null) {
      return null;
    }
    try {
      return integerNode(number.toBigIntegerExact());
    } catch (ArithmeticException e) {
      return DecimalNode.valueOf(number);
    }
  }

  private static BigDecimal decimal(String text) {
    return DECIMAL.matcher(text.strip()).matches() ? new BigDecimal(text.strip()) : null;
  }

  private static JsonNode integerNode(BigInteger integer) {
    if (integer.bitLength() < 32) {
      return NODES.numberNode(integer.intValue());
    }
    return integer.bitLength() < 64
        ? NODES.numberNode(integer.longValue())
        : NODES.numberNode(integer);
  }

  private JsonNode parsed(JsonNode value) {
    if (!value.isString()) {
      return null;
    }
    String text = value.stringValue().strip();
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return null;
    }
    try {
      return mapper.readTree(text);
    } catch (JacksonException e) {
      return null; // an ordinary string after all
    }
  }

  /** Goes into objects and lists, and fills in what is missing there. */
  private JsonNode within(JsonNode value, JsonNode schema, int depth) {
    if (value instanceof ObjectNode object) {
      properties(object, schema, depth);
    } else if (value instanceof ArrayNode list && schema.path("items").isObject()) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, coerce(list.get(i), schema.get("items"), depth + 1));
      }
    }
    return value;
  }

  private void properties(ObjectNode object, JsonNode schema, int depth) {
    JsonNode properties = schema.path("properties");
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String name = property.getKey();
      JsonNode declared = resolve(property.getValue());
      JsonNode value = object.get(name);
      if (value != null && value.isNull() && !takesNull(declared) && !required(schema, name)) {
        // Models say null for "not given".
        object.remove(name);
        value = null;
      }
      if (value != null) {
        object.set(name, coerce(value, declared, depth + 1));
      } else if (declared.has("default")) {
        object.set(name, declared.get("default").deepCopy());
      }
    }
    JsonNode others = schema.path("additionalProperties");
    if (others.isObject()) {
      for (String name : List.copyOf(object.propertyNames())) {
        if (!properties.has(name)) {
          object.set(name, coerce(object.get(name), others, depth + 1));
        }
      }
    }
  }

  private boolean takesNull(JsonNode schema) {
    List<Alternative> alternatives = alternatives(schema);
    return alternatives.isEmpty() || alternatives.stream().anyMatch(a -> a.type.equals("null"));
  }

  private static boolean required(JsonNode schema, String name) {
    for (JsonNode one : schema.path("required").values()) {
      if (one.stringValue("").equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Follows references within the document, a few steps at the most. */
  private JsonNode resolve(JsonNode schema) {
    JsonNode resolved = schema;
    for (int hops = 0; hops < 8; hops++) {
      String reference = resolved.path("$ref").stringValue("");
      if (!reference.equals("#") && !reference.startsWith("#/")) {
        return resolved;
      }
      JsonNode target = document.at(JsonPointer.compile(reference.substring(1)));
      if (target.isMissingNode()) {
        return resolved;
      }
      resolved = target;
    }
    return resolved;
  }
}
