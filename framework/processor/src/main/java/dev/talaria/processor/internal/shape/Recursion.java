package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.Types;

/**
 * Notices types that stand in themselves and gives them definitions to refer to. All others stay
 * where they are used: models read a schema from top to bottom.
 */
final class Recursion {
  /**
   * How often a generic type may stand in itself: one whose type arguments grow never repeats a
   * type, and comparing such types takes the compiler time exponential in their depth.
   */
  private static final int MAX_NESTED_IN_ITSELF = 4;

  /** A type that is being read, or was and stands in itself. */
  private static final class Entry {
    private final DeclaredType type;
    private final Place place;
    private Optional<Definition> definition = Optional.empty();

    private Entry(DeclaredType type, Place place) {
      this.type = type;
      this.place = place;
    }
  }

  private final Types types;
  private final Problems problems;
  private final Deque<Entry> open = new ArrayDeque<>();
  private final List<Entry> defined = new ArrayList<>();
  private final Set<String> namesTaken = new HashSet<>();

  Recursion(Types types, Problems problems) {
    this.types = types;
    this.problems = problems;
  }

  /** Returns the shape of a type, by its reader unless that is at work on it or has been. */
  Shape read(DeclaredType type, Place place, Supplier<Shape> reader) {
    Optional<Entry> known =
        Stream.concat(open.stream(), defined.stream())
            .filter(entry -> types.isSameType(entry.type, type))
            .findFirst();
    if (known.isPresent()) {
      return new Shape.Reference(define(known.get()));
    }
    if (nestedInItself(type) >= MAX_NESTED_IN_ITSELF) {
      problems.add(
          place,
          "this type grows without end: "
              + path(type)
              + "; write type arguments that stay the same, or Object for free JSON");
      return new Shape.Any();
    }
    Entry entry = new Entry(type, place);
    open.addLast(entry);
    Shape shape = reader.get();
    open.removeLast();
    entry.definition.ifPresent(
        definition -> {
          definition.complete(shape);
          defined.add(entry);
        });
    if (open.isEmpty()) {
      defined.forEach(this::checkFinite); // not before: inner ones refer to outer ones
    }
    return entry.definition.<Shape>map(Shape.Reference::new).orElse(shape);
  }

  private void checkFinite(Entry entry) {
    if (!Finite.holdsFor(entry.definition.orElseThrow())) {
      String name = TypeText.of(entry.type);
      problems.add(
          entry.place,
          name
              + " needs another "
              + name
              + " in itself, without end; write Optional<"
              + name
              + "> or List<"
              + name
              + "> somewhere on the way");
    }
  }

  private long nestedInItself(DeclaredType type) {
    return open.stream().filter(entry -> isOfOneClass(entry.type, type)).count();
  }

  private static boolean isOfOneClass(DeclaredType one, DeclaredType other) {
    return one.asElement().equals(other.asElement());
  }

  private String path(DeclaredType type) {
    return open.stream()
            .dropWhile(entry -> !isOfOneClass(entry.type, type))
            .map(entry -> TypeText.of(entry.type) + " -> ")
            .collect(Collectors.joining())
        + TypeText.of(type);
  }

  private Definition define(Entry entry) {
    if (entry.definition.isEmpty()) {
      String plain = TypeText.of(entry.type).replaceAll("[^A-Za-z0-9]+", "_").replaceAll("_$", "");
      String name = plain;
      for (int i = 2; !namesTaken.add(name); i++) {
        name = plain + "_" + i; // types of one simple name in two packages
      }
      entry.definition = Optional.of(new Definition(name));
    }
    return entry.definition.get();
  }
}
