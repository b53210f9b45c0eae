package dev.talaria.pipeline.plan;

import tools.jackson.databind.JsonNode;

/** Decides about the values of one schema. Immutable after its compilation, and thread-safe. */
interface Plan {
  /**
   * Deepest nesting of values that is looked at. Coercion counts every schema on the way and stops
   * at 64; {@link PlanCompiler} sees to it that this stays below.
   */
  int MAX_DEPTH = 12;

  /** Never certain. */
  Plan UNSURE = (value, depth) -> null;

  /**
   * Returns the value itself when it is right as it is; a copy that shares what it can when only
   * defaults were missing; null when this is not certain. The value is never changed.
   *
   * @param depth how deep the value lies
   */
  JsonNode accept(JsonNode value, int depth);
}
