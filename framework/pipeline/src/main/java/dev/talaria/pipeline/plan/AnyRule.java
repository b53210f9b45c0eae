package dev.talaria.pipeline.plan;

import dev.talaria.pipeline.schema.NumberRange;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** For values of which nothing is asked but that they can be handled. */
final class AnyRule {
  private AnyRule() {}

  static boolean allows(JsonNode value, int depth) {
    if (depth > Plan.MAX_DEPTH) {
      return false;
    }
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        if (!allows(value.get(i), depth + 1)) {
          return false;
        }
      }
      return true;
    }
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (!allows(member.getValue(), depth + 1)) {
          return false;
        }
      }
      return true;
    }
    return Kinds.of(value) != Kinds.NONE && !NumberRange.isOutside(value);
  }
}
