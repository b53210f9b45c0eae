package dev.talaria.pipeline.plan;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The plain values that {@code enum} and {@code const} list. */
final class ListedValues {
  private final Set<Object> values;

  ListedValues(Iterable<JsonNode> listed) {
    Set<Object> found = new HashSet<>();
    for (JsonNode value : listed) {
      Object key = key(value);
      if (key != null) {
        found.add(key);
      }
    }
    values = Set.copyOf(found);
  }

  boolean has(JsonNode value) {
    Object key = key(value);
    return key != null && values.contains(key);
  }

  /** Returns what equal values have in common; null for values that are not compared here. */
  private static Object key(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> value.stringValue();
      case BOOLEAN -> value.booleanValue();
      case NULL -> JsonNode.class;
      case NUMBER -> value.isInt() || value.isLong() ? (Object) value.longValue() : null;
      default -> null;
    };
  }
}
