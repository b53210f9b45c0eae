package dev.talaria.pipeline.coercion;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads texts as the values that they stand for. Numbers are exact, of any size. Immutable. */
final class TextValues {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d{1,350}(\\.\\d{0,350})?|\\.\\d{1,350})([eE][+-]?\\d{1,3})?");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonMapper mapper;

  TextValues(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * Returns the text as a value of the type, or null when it is none.
   *
   * @param exactly only if the value is written in JSON as the text is: where a text is welcome as
   *     well, "007" is no seven
   */
  JsonNode read(String text, String type, boolean exactly) {
    JsonNode value =
        switch (type) {
          case "integer" -> integer(text);
          case "number" -> number(text);
          case "boolean" -> bool(text);
          case "null" -> text.equals("null") ? NODES.nullNode() : null;
          case "object" -> json(text) instanceof ObjectNode object ? object : null;
          case "array" -> json(text) instanceof ArrayNode list ? list : null;
          default -> null;
        };
    boolean other =
        exactly && value != null && !value.isContainer() && !value.toString().equals(text);
    return other ? null : value;
  }

  /** Returns a number without a fraction as an integer, or null when it has one. */
  static JsonNode integer(BigDecimal number) {
    if (number.scale() < -1000) {
      return null;
    }
    BigInteger integer;
    try {
      integer = number.toBigIntegerExact();
    } catch (ArithmeticException e) {
      return null; // has a fraction
    }
    if (integer.bitLength() < 32) {
      return NODES.numberNode(integer.intValue());
    }
    return integer.bitLength() < 64
        ? NODES.numberNode(integer.longValue())
        : NODES.numberNode(integer);
  }

  private static JsonNode integer(String text) {
    BigDecimal number = decimal(text);
    return number == null ? null : integer(number);
  }

  private static JsonNode number(String text) {
    BigDecimal number = decimal(text);
    if (number == null) {
      return null;
    }
    JsonNode integer = integer(number);
    return integer == null ? DecimalNode.valueOf(number) : integer;
  }

  private static BigDecimal decimal(String text) {
    String bare = text.strip();
    return DECIMAL.matcher(bare).matches() ? new BigDecimal(bare) : null;
  }

  private static JsonNode bool(String text) {
    if (text.equalsIgnoreCase("true")) {
      return NODES.booleanNode(true);
    }
    return text.equalsIgnoreCase("false") ? NODES.booleanNode(false) : null;
  }

  private JsonNode json(String text) {
    String bare = text.strip();
    if (!bare.startsWith("{") && !bare.startsWith("[")) {
      return null;
    }
    try {
      return mapper.readTree(bare);
    } catch (JacksonException e) {
      return null; // an ordinary string after all
    }
  }
}
