package dev.talaria.pipeline.plan;

import dev.talaria.pipeline.schema.NumberRange;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/** The range that numbers are held to. */
final class NumberRule {
  static final NumberRule NONE = new NumberRule(null, null, null, null);

  private final BigDecimal minimum;
  private final BigDecimal maximum;
  private final BigDecimal above;
  private final BigDecimal below;
  private final boolean bounded;

  // Where both ends are integers of ordinary size, comparing such integers costs nothing.
  private final boolean plain;
  private final long lowest;
  private final long highest;

  /** Creates a range; a bound that is null does not exist. */
  NumberRule(BigDecimal minimum, BigDecimal maximum, BigDecimal above, BigDecimal below) {
    this.minimum = minimum;
    this.maximum = maximum;
    this.above = above;
    this.below = below;
    this.bounded = minimum != null || maximum != null || above != null || below != null;
    this.plain = above == null && below == null && isPlain(minimum) && isPlain(maximum);
    this.lowest = plain && minimum != null ? minimum.longValueExact() : Long.MIN_VALUE;
    this.highest = plain && maximum != null ? maximum.longValueExact() : Long.MAX_VALUE;
  }

  private static boolean isPlain(BigDecimal bound) {
    return bound == null || (bound.scale() == 0 && bound.unscaledValue().bitLength() < Long.SIZE);
  }

  boolean allows(JsonNode number) {
    if (plain && (number.isInt() || number.isLong())) {
      long value = number.longValue();
      return value >= lowest && value <= highest;
    }
    if (NumberRange.isOutside(number)) {
      return false;
    }
    return !bounded || isWithin(number.decimalValue());
  }

  private boolean isWithin(BigDecimal value) {
    return (minimum == null || value.compareTo(minimum) >= 0)
        && (maximum == null || value.compareTo(maximum) <= 0)
        && (above == null || value.compareTo(above) > 0)
        && (below == null || value.compareTo(below) < 0);
  }
}
