package dev.talaria.pipeline.schema;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Finds numbers that are short to write and endless to expand, such as 1e1000000000: validators and
 * records turn them into integers or fail on them. And those that only programs have, NaN and
 * infinite ones: written as JSON they would become texts.
 */
public final class NumberRange {
  private static final int MAX_EXPONENT = 1000;

  private NumberRange() {}

  /** Returns whether a value is such a number. */
  public static boolean isOutside(JsonNode node) {
    if (!node.isBigDecimal()) {
      return isNotFinite(node);
    }
    BigDecimal number = node.decimalValue();
    long exponent = (long) number.precision() - number.scale();
    return Math.abs(exponent) > MAX_EXPONENT && number.signum() != 0;
  }

  /** Returns whether a value is infinite or no number, for which JSON has no words. */
  public static boolean isNotFinite(JsonNode node) {
    return (node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue());
  }

  /** Returns the JSON Pointer of the first such number, if there is one. */
  public static Optional<String> firstOutside(JsonNode node) {
    if (node.isNumber()) {
      return isOutside(node) ? Optional.of("") : Optional.empty();
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      Optional<String> found = firstOutside(member.getValue());
      if (found.isPresent()) {
        return Optional.of(
            "/" + member.getKey().replace("~", "~0").replace("/", "~1") + found.get());
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      Optional<String> found = firstOutside(node.get(i));
      if (found.isPresent()) {
        return Optional.of("/" + i + found.get());
      }
    }
    return Optional.empty();
  }
}
