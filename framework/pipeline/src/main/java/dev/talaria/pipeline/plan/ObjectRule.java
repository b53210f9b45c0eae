package dev.talaria.pipeline.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is asked of objects. */
final class ObjectRule {
  /**
   * One declared property.
   *
   * @param preset the default; null: there is none
   */
  record Property(String name, Plan plan, JsonNode preset, boolean required) {
    boolean isAwaited() {
      return required || preset != null;
    }
  }

  private final Map<String, Property> properties = new HashMap<>();
  private final List<Property> awaited = new ArrayList<>();
  private final Plan others;
  private final int minProperties;
  private final int maxProperties;

  /**
   * Creates a rule.
   *
   * @param others for properties that are not declared
   */
  ObjectRule(List<Property> declared, Plan others, int minProperties, int maxProperties) {
    this.others = others;
    this.minProperties = minProperties;
    this.maxProperties = maxProperties;
    for (Property property : declared) {
      properties.put(property.name(), property);
      if (property.isAwaited()) {
        awaited.add(property);
      }
    }
  }

  JsonNode accept(ObjectNode object, int depth) {
    if (depth > Plan.MAX_DEPTH) {
      return null;
    }
    ObjectNode result = object;
    int present = 0;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      Property property = properties.get(member.getKey());
      JsonNode value = member.getValue();
      JsonNode accepted = (property == null ? others : property.plan()).accept(value, depth + 1);
      if (accepted == null) {
        return null;
      }
      if (accepted != value) {
        result = result == object ? copy(object) : result;
        result.set(member.getKey(), accepted);
      }
      present += property != null && property.isAwaited() ? 1 : 0;
    }
    if (present < awaited.size()) {
      result = completed(object, result, depth);
    }
    return result == null || result.size() < minProperties || result.size() > maxProperties
        ? null
        : result;
  }

  private ObjectNode completed(ObjectNode object, ObjectNode sofar, int depth) {
    ObjectNode result = sofar;
    for (Property property : awaited) {
      if (result.get(property.name()) == null) {
        JsonNode preset = property.preset();
        // A default that is itself incomplete is for the validator to judge.
        if (preset == null || property.plan().accept(preset, depth + 1) != preset) {
          return null;
        }
        result = result == object ? copy(object) : result;
        result.set(property.name(), preset.deepCopy());
      }
    }
    return result;
  }

  private static ObjectNode copy(ObjectNode object) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    copy.setAll(object);
    return copy;
  }
}
