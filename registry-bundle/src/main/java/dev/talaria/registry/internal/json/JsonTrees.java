package dev.talaria.registry.internal.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns values into trees and back, without a way through text. */
public final class JsonTrees {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Values nested deeper than this are not taken, as in text. */
  private static final int MAX_DEPTH = 500;

  private JsonTrees() {}

  /**
   * Returns a map, a record or a tree as an object of JSON.
   *
   * @param mapper for what is no plain value
   * @throws IllegalArgumentException if it is none; the message says why
   */
  public static ObjectNode object(Object value, JsonMapper mapper) {
    try {
      if (value instanceof ObjectNode tree) {
        return tree;
      }
      if ((value instanceof Map<?, ?> map ? ofMap(map, mapper, 0) : mapper.valueToTree(value))
          instanceof ObjectNode tree) {
        return tree;
      }
      throw new IllegalArgumentException("they are no object");
    } catch (JacksonException e) {
      throw new IllegalArgumentException("they hold something that is no data", e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("they contain themselves", e);
    }
  }

  private static ObjectNode ofMap(Map<?, ?> map, JsonMapper mapper, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("they are nested too deep or contain themselves");
    }
    ObjectNode tree = NODES.objectNode();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException("a key is no text: " + entry.getKey());
      }
      tree.set(key, ofValue(entry.getValue(), mapper, depth));
    }
    return tree;
  }

  private static JsonNode ofValue(Object value, JsonMapper mapper, int depth) {
    if (value instanceof String text) {
      return NODES.stringNode(text);
    } else if (value instanceof Integer number) {
      return NODES.numberNode(number.intValue());
    } else if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    } else if (value == null) {
      return NODES.nullNode();
    } else if (value instanceof Long number) {
      return NODES.numberNode(number.longValue());
    } else if (value instanceof Double number) {
      return NODES.numberNode(number.doubleValue());
    } else if (value instanceof Map<?, ?> map) {
      return ofMap(map, mapper, depth + 1);
    } else if (value instanceof Collection<?> elements) {
      return ofElements(elements, mapper, depth + 1);
    } else if (value instanceof JsonNode node) {
      return node;
    }
    return mapper.valueToTree(value);
  }

  private static ArrayNode ofElements(Collection<?> elements, JsonMapper mapper, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("they are nested too deep or contain themselves");
    }
    ArrayNode tree = NODES.arrayNode(elements.size());
    elements.forEach(element -> tree.add(ofValue(element, mapper, depth)));
    return tree;
  }

  /** Returns an object of JSON as unmodifiable values that share nothing with it. */
  public static Map<String, Object> values(ObjectNode tree) {
    Map<String, Object> values = new LinkedHashMap<>();
    tree.properties().forEach(entry -> values.put(entry.getKey(), value(entry.getValue())));
    return Collections.unmodifiableMap(values);
  }

  private static Object value(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return values(object);
    }
    if (node instanceof ArrayNode array) {
      List<Object> elements = new ArrayList<>(array.size());
      array.values().forEach(element -> elements.add(value(element)));
      return Collections.unmodifiableList(elements);
    }
    if (node.isString()) {
      return node.stringValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNumber() ? number(node.numberValue()) : null;
  }

  private static Number number(Number number) {
    return number instanceof Integer
            || number instanceof Long
            || number instanceof BigInteger
            || number instanceof BigDecimal
        ? number
        : number.doubleValue();
  }
}
