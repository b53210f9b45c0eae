package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Reads a component of a record: type, whether it may be left out, constraints, default, examples,
 * texts.
 */
final class FieldReader {
  private final Types types;
  private final ShapeReader shapes;
  private final Problems problems;
  private final ConstraintReader constraints;

  FieldReader(Types types, ShapeReader shapes, Problems problems) {
    this.types = types;
    this.shapes = shapes;
    this.problems = problems;
    this.constraints = new ConstraintReader(problems);
  }

  Shape.Field read(DeclaredType owner, RecordComponentElement component) {
    Place place = Place.of(component);
    TypeMirror declared = typeOf(owner, component);
    Optional<TypeMirror> content = optionalContent(declared, place);
    TypeMirror type = content.orElse(declared);
    Shape shape = constraints.apply(component, shapes.read(type, place), TypeText.of(type));
    return new Shape.Field(
        component.getSimpleName().toString(),
        shape,
        shapes.label(component),
        content.isPresent(),
        preset(component, shape, TypeText.of(type), content.isPresent()),
        examples(component, shape, TypeText.of(type)));
  }

  /** The accessor tells the type with the record's type arguments put in. */
  private TypeMirror typeOf(DeclaredType owner, RecordComponentElement component) {
    Element accessor = component.getAccessor();
    return accessor != null
            && types.asMemberOf(owner, accessor) instanceof ExecutableType accessorType
        ? accessorType.getReturnType()
        : component.asType();
  }

  private Optional<TypeMirror> optionalContent(TypeMirror type, Place place) {
    if (type.getKind() != TypeKind.DECLARED) {
      return Optional.empty();
    }
    DeclaredType declared = (DeclaredType) type;
    return switch (((TypeElement) declared.asElement()).getQualifiedName().toString()) {
      case "java.util.OptionalInt" -> Optional.of(types.getPrimitiveType(TypeKind.INT));
      case "java.util.OptionalLong" -> Optional.of(types.getPrimitiveType(TypeKind.LONG));
      case "java.util.OptionalDouble" -> Optional.of(types.getPrimitiveType(TypeKind.DOUBLE));
      case "java.util.Optional" -> {
        if (declared.getTypeArguments().isEmpty()) {
          problems.add(
              place, "Optional does not say what it holds; write for example Optional<String>");
          yield Optional.empty();
        }
        yield Optional.of(declared.getTypeArguments().get(0));
      }
      default -> Optional.empty();
    };
  }

  private Optional<Object> preset(
      RecordComponentElement component, Shape shape, String type, boolean optional) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, ApiNames.DEFAULT);
    if (use.isEmpty()) {
      return Optional.empty();
    }
    Place place = use.get().place("value");
    Optional<String> text = use.get().value("value", String.class);
    if (text.isEmpty()) {
      problems.unresolvedName();
      return Optional.empty();
    }
    if (optional) {
      problems.add(
          place,
          "@Default and Optional together: with a default the value is always there; write "
              + type
              + ", or leave @Default out");
      return Optional.empty();
    }
    return value(text.get(), shape, "@Default", type, place);
  }

  private List<Object> examples(RecordComponentElement component, Shape shape, String type) {
    Optional<AnnotationUse> use = AnnotationUse.on(component, ApiNames.EXAMPLE);
    if (use.isEmpty()) {
      return List.of();
    }
    Place place = use.get().place("value");
    List<String> texts = use.get().values("value", String.class);
    if (texts.isEmpty()) {
      problems.add(place, "@Example shows nothing; write a value, or leave it out");
    }
    return texts.stream()
        .flatMap(text -> value(text, shape, "@Example", type, place).stream())
        .toList();
  }

  private Optional<Object> value(
      String text, Shape shape, String annotation, String type, Place place) {
    ValueReader.Outcome outcome = ValueReader.read(text, shape);
    if (outcome instanceof ValueReader.Outcome.Value value) {
      return Optional.of(value.json());
    }
    String message = ((ValueReader.Outcome.Wrong) outcome).message();
    problems.add(place, annotation + " does not fit " + type + ": " + message);
    return Optional.empty();
  }
}
