package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Reads a sealed interface of records: one shape for each record, told apart by a constant. */
final class SealedReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Types types;
  private final ShapeReader shapes;
  private final Problems problems;

  SealedReader(Types types, ShapeReader shapes, Problems problems) {
    this.types = types;
    this.shapes = shapes;
    this.problems = problems;
  }

  /** Returns whether a type is such an interface, right or wrong. */
  static boolean isFor(TypeElement type) {
    return type.getKind() == ElementKind.INTERFACE && type.getModifiers().contains(Modifier.SEALED);
  }

  Shape read(DeclaredType type, Place place) {
    // A record may be there through several interfaces below this one.
    Map<TypeElement, DeclaredType> records = new LinkedHashMap<>();
    collect(type, (TypeElement) type.asElement(), place, records);
    Map<String, TypeElement> byName = new HashMap<>();
    List<Shape.Variant> variants = new ArrayList<>();
    records.forEach(
        (element, record) -> {
          String name = name(element);
          TypeElement other = byName.putIfAbsent(name, element);
          if (other != null) {
            problems.add(
                place,
                name
                    + " in "
                    + TypeText.of(type)
                    + " is both "
                    + other
                    + " and "
                    + element
                    + "; write @TypeName on one of them");
          }
          checkComponents(type, element);
          variants.add(new Shape.Variant(name, shapes.readRecord(record, place)));
        });
    return new Shape.Union(List.copyOf(variants), shapes.label((TypeElement) type.asElement()));
  }

  private void collect(
      DeclaredType wanted, TypeElement from, Place place, Map<TypeElement, DeclaredType> records) {
    shapes.addSource(from);
    for (TypeMirror permitted : from.getPermittedSubclasses()) {
      TypeElement element = (TypeElement) types.asElement(permitted);
      if (element == null) {
        problems.unresolvedName();
      } else if (isFor(element)) {
        collect(wanted, element, place, records);
      } else if (element.getKind() == ElementKind.RECORD) {
        specialize(wanted, element, place).ifPresent(record -> records.put(element, record));
      } else {
        problems.add(
            place,
            from.getSimpleName()
                + " permits "
                + element.getSimpleName()
                + ", which is no record; write records, or sealed interfaces of records");
      }
    }
  }

  /** Returns the record with its type arguments, unless it cannot be a value of the interface. */
  private Optional<DeclaredType> specialize(DeclaredType wanted, TypeElement record, Place place) {
    DeclaredType generic = (DeclaredType) record.asType();
    List<? extends TypeMirror> parameters = generic.getTypeArguments();
    TypeMirror[] arguments = new TypeMirror[parameters.size()];
    ancestor(generic, wanted).ifPresent(seen -> match(seen, wanted, parameters, arguments));
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] == null) {
        problems.add(
            place,
            TypeText.of(wanted)
                + " does not tell what "
                + parameters.get(i)
                + " is in its record "
                + TypeText.of(generic)
                + "; give the interface the same type parameters, or the record none");
        return Optional.empty();
      }
    }
    DeclaredType special = types.getDeclaredType(record, arguments);
    return types.isSubtype(special, wanted) ? Optional.of(special) : Optional.empty();
  }

  private void match(
      DeclaredType seen,
      DeclaredType wanted,
      List<? extends TypeMirror> parameters,
      TypeMirror[] arguments) {
    for (int i = 0; i < seen.getTypeArguments().size(); i++) {
      for (int p = 0; p < arguments.length; p++) {
        boolean isIt = types.isSameType(seen.getTypeArguments().get(i), parameters.get(p));
        if (isIt && i < wanted.getTypeArguments().size()) {
          arguments[p] = wanted.getTypeArguments().get(i);
        }
      }
    }
  }

  private Optional<DeclaredType> ancestor(DeclaredType type, DeclaredType wanted) {
    if (type.asElement().equals(wanted.asElement())) {
      return Optional.of(type);
    }
    return types.directSupertypes(type).stream()
        .filter(DeclaredType.class::isInstance)
        .flatMap(parent -> ancestor((DeclaredType) parent, wanted).stream())
        .findFirst();
  }

  private String name(TypeElement record) {
    Optional<AnnotationUse> use = AnnotationUse.on(record, ApiNames.TYPE_NAME);
    Optional<String> written = use.flatMap(u -> u.value("value", String.class));
    if (use.isPresent() && written.isEmpty()) {
      problems.unresolvedName();
    }
    written
        .filter(name -> !NAME.matcher(name).matches())
        .ifPresent(
            name ->
                problems.add(
                    use.orElseThrow().place("value"),
                    "@TypeName: '"
                        + name
                        + "' is no such name: write 1 to 64 of A-Z a-z 0-9 . _ -"));
    return written.orElse(record.getSimpleName().toString());
  }

  private void checkComponents(DeclaredType type, TypeElement record) {
    record.getRecordComponents().stream()
        .filter(component -> component.getSimpleName().contentEquals(Shape.DISCRIMINATOR))
        .forEach(
            component ->
                problems.add(
                    Place.of(component),
                    "in a record of the sealed "
                        + TypeText.of(type)
                        + " no component can be called type, because there stands which record it"
                        + " is; call it otherwise"));
  }
}
