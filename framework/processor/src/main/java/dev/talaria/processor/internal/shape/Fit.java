package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.json.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells whether a JSON value is one of a shape, as the schema made from it would. */
final class Fit {
  private Fit() {}

  /** Returns why the value does not fit, or nothing when it does. */
  static Optional<String> mismatch(Object json, Shape shape) {
    if (shape instanceof Shape.Bool) {
      return json instanceof Boolean ? Optional.empty() : wanted("true or false", json);
    } else if (shape instanceof Shape.Text text) {
      return json instanceof String s ? text(s, text) : wanted("a string", json);
    } else if (shape instanceof Shape.Whole whole) {
      return json instanceof BigDecimal n && isWhole(n)
          ? whole(n.toBigIntegerExact(), whole)
          : wanted("a whole number", json);
    } else if (shape instanceof Shape.Decimal decimal) {
      return json instanceof BigDecimal n
          ? between(n, decimal.minimum(), decimal.maximum(), Function.identity())
          : wanted("a number", json);
    } else if (shape instanceof Shape.Choice choice) {
      return json instanceof String s && choice.names().contains(s)
          ? Optional.empty()
          : wanted("one of " + String.join(", ", choice.names()), json);
    } else if (shape instanceof Shape.Sequence sequence) {
      return json instanceof List<?> list ? sequence(list, sequence) : wanted("an array", json);
    } else if (shape instanceof Shape.Mapping mapping) {
      return json instanceof Map<?, ?> map ? mapping(map, mapping) : wanted("an object", json);
    } else if (shape instanceof Shape.Structure structure) {
      return json instanceof Map<?, ?> map ? structure(map, structure) : wanted("an object", json);
    } else if (shape instanceof Shape.Union union) {
      return json instanceof Map<?, ?> map ? union(map, union) : wanted("an object", json);
    } else if (shape instanceof Shape.Reference reference) {
      return reference
          .target()
          .shape()
          .map(target -> mismatch(json, target))
          .orElseGet(
              () ->
                  Optional.of(
                      "a "
                          + reference.target().name()
                          + " inside itself cannot be checked here; write none, such as []"));
    }
    return Optional.empty();
  }

  private static Optional<String> mapping(Map<?, ?> object, Shape.Mapping shape) {
    return first(
            object.keySet().stream()
                .filter(name -> !shape.names().isEmpty() && !shape.names().contains(name))
                .map(name -> wanted("one of " + String.join(", ", shape.names()), name)))
        .or(() -> first(object.values().stream().map(value -> mismatch(value, shape.values()))));
  }

  private static Optional<String> union(Map<?, ?> object, Shape.Union shape) {
    Object name = object.get(Shape.DISCRIMINATOR);
    Optional<Shape.Variant> variant =
        shape.variants().stream().filter(v -> v.name().equals(name)).findFirst();
    if (variant.isEmpty()) {
      return Optional.of(
          "'type' must be one of "
              + shape.variants().stream()
                  .map(Shape.Variant::name)
                  .collect(Collectors.joining(", ")));
    }
    Map<Object, Object> rest = new LinkedHashMap<>(object);
    rest.remove(Shape.DISCRIMINATOR);
    return mismatch(rest, variant.get().shape());
  }

  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  private static Optional<String> text(String text, Shape.Text shape) {
    return sizeBetween(
            text.codePointCount(0, text.length()),
            shape.minLength(),
            shape.maxLength(),
            "characters")
        .or(
            () ->
                shape
                    .pattern()
                    .filter(pattern -> !Pattern.compile(pattern).matcher(text).find())
                    .map(pattern -> "'" + text + "' does not match " + pattern))
        .or(() -> shape.kind().mismatch(text));
  }

  private static Optional<String> whole(BigInteger number, Shape.Whole shape) {
    if (!shape.holds().contains(number)) {
      return Optional.of(number + " is more than the type can hold");
    }
    return between(number, shape.minimum(), shape.maximum(), BigDecimal::new);
  }

  private static <N extends Comparable<N>> Optional<String> between(
      N number, Optional<N> minimum, Optional<N> maximum, Function<N, BigDecimal> text) {
    if (minimum.isPresent() && number.compareTo(minimum.get()) < 0) {
      return Optional.of(number + " is less than " + JsonWriter.write(text.apply(minimum.get())));
    }
    if (maximum.isPresent() && number.compareTo(maximum.get()) > 0) {
      return Optional.of(number + " is more than " + JsonWriter.write(text.apply(maximum.get())));
    }
    return Optional.empty();
  }

  private static Optional<String> sequence(List<?> list, Shape.Sequence shape) {
    return sizeBetween(list.size(), shape.minItems(), shape.maxItems(), "elements")
        .or(
            () ->
                shape.unique() && new HashSet<>(list).size() < list.size()
                    ? Optional.of("an element is there twice")
                    : Optional.empty())
        .or(() -> first(list.stream().map(element -> mismatch(element, shape.items()))));
  }

  private static Optional<String> structure(Map<?, ?> object, Shape.Structure shape) {
    List<String> names = shape.fields().stream().map(Shape.Field::name).toList();
    return first(
            object.keySet().stream()
                .filter(name -> !names.contains(name))
                .map(name -> Optional.of("there is no '" + name + "' in it")))
        .or(() -> first(shape.fields().stream().map(field -> field(object, field))));
  }

  private static Optional<String> field(Map<?, ?> object, Shape.Field field) {
    if (object.containsKey(field.name())) {
      return mismatch(object.get(field.name()), field.shape());
    }
    return field.optional() || field.preset().isPresent()
        ? Optional.empty()
        : Optional.of("'" + field.name() + "' is missing");
  }

  private static Optional<String> sizeBetween(
      int size, OptionalInt least, OptionalInt most, String what) {
    if (least.isPresent() && size < least.getAsInt()) {
      return Optional.of(size + " " + what + " are less than " + least.getAsInt());
    }
    if (most.isPresent() && size > most.getAsInt()) {
      return Optional.of(size + " " + what + " are more than " + most.getAsInt());
    }
    return Optional.empty();
  }

  private static Optional<String> wanted(String what, Object json) {
    return Optional.of(JsonWriter.write(json) + " is not " + what);
  }

  private static Optional<String> first(Stream<Optional<String>> mismatches) {
    return mismatches.flatMap(Optional::stream).findFirst();
  }
}
