package dev.talaria.pipeline.plan;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * An {@code anyOf} or {@code oneOf} whose branches exclude each other, by the kind of value or by a
 * property that names the branch: what one takes, no other can.
 *
 * @param byKind the branch of a kind of value
 * @param texts whether texts stay texts
 * @param discriminator the property that names the branch of an object; empty: there is just one
 * @param byName the branches that it names
 */
record ChoicePlan(
    Map<Integer, Plan> byKind, Texts texts, String discriminator, Map<String, Plan> byName)
    implements Plan {
  ChoicePlan {
    byKind = Map.copyOf(byKind);
    byName = Map.copyOf(byName);
  }

  @Override
  public JsonNode accept(JsonNode value, int depth) {
    int kind = Kinds.of(value);
    if (kind == Kinds.TEXT && !texts.stay(value)) {
      return null;
    }
    Plan branch;
    if (kind == Kinds.OBJECT && !discriminator.isEmpty()) {
      JsonNode name = value.path(discriminator);
      branch = name.isString() ? byName.get(name.stringValue()) : null;
    } else {
      branch = byKind.get(kind);
    }
    return branch == null ? null : branch.accept(value, depth);
  }
}
