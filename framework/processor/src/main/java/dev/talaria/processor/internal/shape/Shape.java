package dev.talaria.processor.internal.shape;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What values a Java type can have in JSON. Between the types of the source, which read it, and the
 * schema and the defaults, which are made from it.
 */
public sealed interface Shape {
  /** The property that tells the records of a sealed interface apart. */
  String DISCRIMINATOR = "type";

  /** Any JSON value. */
  record Any() implements Shape {}

  /** True or false. */
  record Bool() implements Shape {}

  /** A string; lengths in code points. */
  record Text(
      TextKind kind,
      OptionalInt minLength,
      OptionalInt maxLength,
      Optional<String> pattern,
      Optional<String> format)
      implements Shape {
    static Text of(TextKind kind) {
      return new Text(
          kind, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), Optional.empty());
    }
  }

  /** A whole number: what the type can hold, and what the author allows of it. */
  record Whole(Range holds, Optional<BigInteger> minimum, Optional<BigInteger> maximum)
      implements Shape {}

  /** A number. */
  record Decimal(Optional<BigDecimal> minimum, Optional<BigDecimal> maximum) implements Shape {}

  /** One of the constants of an enum. */
  record Choice(List<Constant> constants, Label label) implements Shape {
    List<String> names() {
      return constants.stream().map(Constant::name).toList();
    }
  }

  /** An array. */
  record Sequence(Shape items, boolean unique, OptionalInt minItems, OptionalInt maxItems)
      implements Shape {}

  /**
   * An object with free names.
   *
   * @param names the only names there can be; empty: any
   */
  record Mapping(List<String> names, Shape values) implements Shape {}

  /** An object with these fields. */
  record Structure(List<Field> fields, Label label) implements Shape {}

  /** One of several objects, told apart by the property {@link #DISCRIMINATOR}. */
  record Union(List<Variant> variants, Label label) implements Shape {}

  /** A type that stands in itself. */
  record Reference(Definition target) implements Shape {}

  /** A record of a sealed interface: what stands in the discriminator, and the record's shape. */
  record Variant(String name, Shape shape) {}

  /** A title for people and a text for models, each possibly empty. */
  record Label(String title, String doc) {}

  /** A constant of an enum, with what it means or an empty text. */
  record Constant(String name, String doc) {}

  /**
   * A component of a record.
   *
   * @param optional whether it may be left out though it has no default
   * @param preset the default as a JSON value
   * @param examples as JSON values
   */
  record Field(
      String name,
      Shape shape,
      Label label,
      boolean optional,
      Optional<Object> preset,
      List<Object> examples) {}

  /** The whole numbers that a Java type can hold. */
  enum Range {
    BYTE(8),
    SHORT(16),
    INT(32),
    LONG(64),
    UNBOUNDED(0);

    private final Optional<BigInteger> lowest;
    private final Optional<BigInteger> highest;

    Range(int bits) {
      Optional<BigInteger> half =
          bits == 0 ? Optional.empty() : Optional.of(BigInteger.ONE.shiftLeft(bits - 1));
      lowest = half.map(BigInteger::negate);
      highest = half.map(h -> h.subtract(BigInteger.ONE));
    }

    /** Returns the smallest number, if there is one. */
    public Optional<BigInteger> lowest() {
      return lowest;
    }

    /** Returns the largest number, if there is one. */
    public Optional<BigInteger> highest() {
      return highest;
    }

    boolean contains(BigInteger number) {
      return lowest.map(l -> l.compareTo(number) <= 0).orElse(true)
          && highest.map(h -> h.compareTo(number) >= 0).orElse(true);
    }
  }
}
