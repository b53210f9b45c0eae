package dev.talaria.pipeline.plan;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What is asked of lists. */
record ListRule(Plan items, int minItems, int maxItems, boolean unique) {

  JsonNode accept(ArrayNode list, int depth) {
    int size = list.size();
    if (size < minItems || size > maxItems || depth > Plan.MAX_DEPTH) {
      return null;
    }
    ArrayNode changed = null;
    for (int i = 0; i < size; i++) {
      JsonNode element = list.get(i);
      JsonNode accepted = items.accept(element, depth + 1);
      if (accepted == null) {
        return null;
      }
      if (accepted != element) {
        changed = changed == null ? copy(list) : changed;
        changed.set(i, accepted);
      }
    }
    JsonNode result = changed == null ? list : changed;
    return unique && size > 1 && !isOfDifferentTexts(result) ? null : result;
  }

  private static ArrayNode copy(ArrayNode list) {
    return JsonNodeFactory.instance.arrayNode(list.size()).addAll(list);
  }

  /** Only texts are compared here; when numbers are equal is for the validator to say. */
  private static boolean isOfDifferentTexts(JsonNode list) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!list.get(i).isString() || !seen.add(list.get(i).stringValue())) {
        return false;
      }
    }
    return true;
  }
}
