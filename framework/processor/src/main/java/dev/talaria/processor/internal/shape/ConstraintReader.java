package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Problems;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.lang.model.element.Element;

/** Narrows the shape of a component by the constraints that are written on it. */
final class ConstraintReader {
  private record Limit<N>(AnnotationUse use, N value) {}

  private record Sizes(OptionalInt least, OptionalInt most) {}

  private static final List<String> ALL =
      List.of(
          ApiNames.MINIMUM,
          ApiNames.MAXIMUM,
          ApiNames.LENGTH,
          ApiNames.PATTERN,
          ApiNames.FORMAT,
          ApiNames.ITEMS);

  private final Problems problems;
  private final FormatReader formats;

  ConstraintReader(Problems problems) {
    this.problems = problems;
    this.formats = new FormatReader(problems);
  }

  /**
   * Returns the narrowed shape.
   *
   * @param type the component's type, for messages
   */
  Shape apply(Element component, Shape shape, String type) {
    if (shape instanceof Shape.Text text) {
      return text(component, text, type);
    } else if (shape instanceof Shape.Whole whole) {
      allow(component, type, ApiNames.MINIMUM, ApiNames.MAXIMUM);
      return whole(component, whole, type);
    } else if (shape instanceof Shape.Decimal) {
      allow(component, type, ApiNames.MINIMUM, ApiNames.MAXIMUM);
      return decimal(component);
    } else if (shape instanceof Shape.Sequence list) {
      allow(component, type, ApiNames.ITEMS);
      Sizes size = sizes(component, ApiNames.ITEMS);
      return new Shape.Sequence(list.items(), list.unique(), size.least(), size.most());
    }
    allow(component, type);
    return shape;
  }

  private Shape text(Element component, Shape.Text text, String type) {
    List<String> allowed = new ArrayList<>();
    if (text.kind().isFree()) {
      allowed.add(ApiNames.LENGTH);
      allowed.add(ApiNames.PATTERN);
    }
    if (text.kind().takesFormat()) {
      allowed.add(ApiNames.FORMAT);
    }
    allow(component, type, allowed.toArray(String[]::new));
    Sizes length = sizes(component, ApiNames.LENGTH);
    return new Shape.Text(
        text.kind(), length.least(), length.most(), pattern(component), formats.read(component));
  }

  private void allow(Element component, String type, String... allowed) {
    for (String annotation : ALL) {
      if (!List.of(allowed).contains(annotation)) {
        AnnotationUse.on(component, annotation)
            .ifPresent(
                use ->
                    problems.add(
                        use.place(),
                        simple(annotation)
                            + " does not fit "
                            + type
                            + ": it is for "
                            + purpose(annotation)
                            + "; take it away"));
      }
    }
  }

  private static String purpose(String annotation) {
    return switch (annotation) {
      case ApiNames.MINIMUM, ApiNames.MAXIMUM ->
          "numbers (@Length is for strings, @Items for lists)";
      case ApiNames.ITEMS -> "lists, sets and arrays (@Length is for strings)";
      case ApiNames.LENGTH -> "strings (@Items is for lists, @Minimum and @Maximum for numbers)";
      case ApiNames.FORMAT -> "String and URI (dates, durations and the like have their own)";
      default -> "strings";
    };
  }

  private static String simple(String annotation) {
    return "@" + annotation.substring(annotation.lastIndexOf('.') + 1);
  }

  private Shape whole(Element component, Shape.Whole shape, String type) {
    Optional<Limit<BigInteger>> least = wholeLimit(component, ApiNames.MINIMUM, shape, type);
    Optional<Limit<BigInteger>> most = wholeLimit(component, ApiNames.MAXIMUM, shape, type);
    inOrder(least, most);
    return new Shape.Whole(shape.holds(), least.map(Limit::value), most.map(Limit::value));
  }

  private Optional<Limit<BigInteger>> wholeLimit(
      Element component, String annotation, Shape.Whole shape, String type) {
    Optional<Limit<BigDecimal>> limit = limit(component, annotation);
    if (limit.isEmpty()) {
      return Optional.empty();
    }
    AnnotationUse use = limit.get().use();
    BigDecimal number = limit.get().value();
    if (number.stripTrailingZeros().scale() > 0) {
      problems.add(
          use.place("value"),
          simple(annotation) + " of " + type + " must be a whole number, not " + number);
      return Optional.empty();
    }
    BigInteger value = number.toBigInteger();
    if (!shape.holds().contains(value)) {
      problems.add(
          use.place("value"),
          simple(annotation) + " is more than " + type + " can hold: " + value + "; take it away");
      return Optional.empty();
    }
    return Optional.of(new Limit<>(use, value));
  }

  private Shape decimal(Element component) {
    Optional<Limit<BigDecimal>> least = limit(component, ApiNames.MINIMUM);
    Optional<Limit<BigDecimal>> most = limit(component, ApiNames.MAXIMUM);
    inOrder(least, most);
    return new Shape.Decimal(least.map(Limit::value), most.map(Limit::value));
  }

  private Optional<Limit<BigDecimal>> limit(Element component, String annotation) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, annotation);
    if (use.isEmpty()) {
      return Optional.empty();
    }
    Optional<Double> value = use.get().value("value", Double.class);
    if (value.isEmpty()) {
      problems.unresolvedName();
      return Optional.empty();
    }
    if (!Double.isFinite(value.get())) {
      problems.add(
          use.get().place("value"),
          simple(annotation) + " must be a number, not " + value.get() + "; or take it away");
      return Optional.empty();
    }
    return Optional.of(new Limit<>(use.get(), BigDecimal.valueOf(value.get())));
  }

  private <N extends Comparable<N>> void inOrder(
      Optional<Limit<N>> least, Optional<Limit<N>> most) {
    if (least.isPresent()
        && most.isPresent()
        && least.get().value().compareTo(most.get().value()) > 0) {
      problems.add(
          most.get().use().place("value"),
          "@Minimum is more than @Maximum, so nothing fits; write the smaller one as @Minimum");
    }
  }

  private Sizes sizes(Element component, String annotation) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, annotation);
    if (use.isEmpty()) {
      return new Sizes(OptionalInt.empty(), OptionalInt.empty());
    }
    Optional<Integer> least = use.get().value("min", Integer.class);
    Optional<Integer> most = use.get().value("max", Integer.class);
    if (least.isEmpty() || most.isEmpty()) {
      problems.unresolvedName();
      return new Sizes(OptionalInt.empty(), OptionalInt.empty());
    }
    Stream.of("min", "max")
        .filter(member -> use.get().value(member, Integer.class).orElse(0) < 0)
        .forEach(
            member ->
                problems.add(
                    use.get().place(member),
                    member + " of " + simple(annotation) + " is negative; write 0 or more"));
    if (least.get() > most.get()) {
      problems.add(
          use.get().place("min"),
          simple(annotation) + ": min is more than max, so nothing fits; exchange them");
    }
    return new Sizes(
        least.get() == 0 ? OptionalInt.empty() : OptionalInt.of(least.get()),
        most.get() == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(most.get()));
  }

  private Optional<String> pattern(Element component) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, ApiNames.PATTERN);
    if (use.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> expression = use.get().value("value", String.class);
    if (expression.isEmpty()) {
      problems.unresolvedName();
      return Optional.empty();
    }
    Optional<String> problem = RegexCheck.problem(expression.get());
    problem.ifPresent(text -> problems.add(use.get().place("value"), "@Pattern: " + text));
    return problem.isPresent() ? Optional.empty() : expression;
  }
}
