package dev.talaria.pipeline.plan;

import tools.jackson.databind.JsonNode;

/** Sets of kinds of values, one bit each. */
final class Kinds {
  static final int TEXT = 1;
  static final int WHOLE = 1 << 1;
  static final int DECIMAL = 1 << 2;
  static final int BOOLEAN = 1 << 3;
  static final int NULL = 1 << 4;
  static final int OBJECT = 1 << 5;
  static final int LIST = 1 << 6;
  static final int ALL = (1 << 7) - 1;

  /** Of a type that JSON Schema does not know. */
  static final int NONE = 0;

  private Kinds() {}

  /** Returns the kind of a value; none for what is no JSON. */
  static int of(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> TEXT;
      case NUMBER -> value.isIntegralNumber() ? WHOLE : DECIMAL;
      case BOOLEAN -> BOOLEAN;
      case NULL -> NULL;
      case OBJECT -> OBJECT;
      case ARRAY -> LIST;
      case BINARY, MISSING, POJO -> NONE;
    };
  }

  /** Returns the kinds of values that need no conversion to be of a type. */
  static int ofType(String type) {
    return switch (type) {
      case "string" -> TEXT;
      case "integer" -> WHOLE;
      case "number" -> WHOLE | DECIMAL;
      case "boolean" -> BOOLEAN;
      case "null" -> NULL;
      case "object" -> OBJECT;
      case "array" -> LIST;
      default -> NONE;
    };
  }

  /** Returns whether two schemas of these types could take one value. */
  static boolean overlap(int one, int other) {
    int both = one | (one & WHOLE) << 1;
    return (both & (other | (other & WHOLE) << 1)) != 0;
  }
}
