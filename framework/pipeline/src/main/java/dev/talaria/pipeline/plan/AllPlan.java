package dev.talaria.pipeline.plan;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Several schemas that all hold, in the order in which coercion goes through them. */
record AllPlan(List<Plan> parts) implements Plan {
  AllPlan {
    parts = List.copyOf(parts);
  }

  @Override
  public JsonNode accept(JsonNode value, int depth) {
    JsonNode result = once(value, depth);
    // What one part filled in has to please the others too.
    return result == value || result == null || once(result, depth) == result ? result : null;
  }

  private JsonNode once(JsonNode value, int depth) {
    JsonNode result = value;
    for (Plan part : parts) {
      result = part.accept(result, depth);
      if (result == null) {
        return null;
      }
    }
    return result;
  }
}
