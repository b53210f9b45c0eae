package dev.talaria.pipeline.plan;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema with rules of its own: for each kind of value, whether it may be and what is asked of
 * it.
 *
 * @param kinds the kinds that it takes
 * @param texts whether texts stay texts
 * @param listed the only values that it takes; null: all
 * @param objects null: anything
 * @param lists null: anything
 */
record TypedPlan(
    int kinds,
    Texts texts,
    ListedValues listed,
    TextRule text,
    NumberRule number,
    ObjectRule objects,
    ListRule lists)
    implements Plan {

  @Override
  public JsonNode accept(JsonNode value, int depth) {
    int kind = Kinds.of(value);
    if ((kinds & kind) == 0 || (listed != null && !listed.has(value))) {
      return null;
    }
    return switch (kind) {
      case Kinds.TEXT -> texts.stay(value) && text.allows(value.stringValue()) ? value : null;
      case Kinds.WHOLE, Kinds.DECIMAL -> number.allows(value) ? value : null;
      case Kinds.OBJECT ->
          objects == null ? any(value, depth) : objects.accept((ObjectNode) value, depth);
      case Kinds.LIST -> lists == null ? any(value, depth) : lists.accept((ArrayNode) value, depth);
      default -> value;
    };
  }

  private static JsonNode any(JsonNode value, int depth) {
    return AnyRule.allows(value, depth) ? value : null;
  }
}
