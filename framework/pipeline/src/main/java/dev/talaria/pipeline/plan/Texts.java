package dev.talaria.pipeline.plan;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Whether coercion leaves a text alone under several types: it tries them in their order, and null
 * before all.
 *
 * @param first no type before that of texts could make anything of one
 * @param nullable the word "null" is read as null
 */
record Texts(boolean first, boolean nullable) {
  /** For types in the order in which they were declared. */
  static Texts under(List<Integer> types) {
    boolean first = true;
    for (int type : types) {
      if ((type & Kinds.TEXT) != 0) {
        break;
      }
      first &= type == Kinds.NULL;
    }
    return new Texts(first, types.stream().anyMatch(type -> (type & Kinds.NULL) != 0));
  }

  boolean stay(JsonNode text) {
    return first && !(nullable && text.stringValue().equals("null"));
  }
}
