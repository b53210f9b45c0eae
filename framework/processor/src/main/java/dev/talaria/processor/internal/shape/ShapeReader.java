package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Types;

/**
 * Reads the shape of a Java type. Where a type has none, it notes a problem and returns {@link
 * Shape.Any}, so that the rest is looked at too. For one tool; not thread-safe.
 */
public final class ShapeReader {
  /**
   * How often a generic record may stand in itself: one whose type arguments grow never repeats a
   * type, and comparing such types takes the compiler time exponential in their depth.
   */
  private static final int MAX_NESTED_IN_ITSELF = 4;

  private final Types types;
  private final Problems problems;
  private final FieldReader fields;
  private final Deque<DeclaredType> open = new ArrayDeque<>();
  private final Set<TypeElement> sources = new LinkedHashSet<>();

  /** Creates a reader that notes problems there. */
  public ShapeReader(Types types, Problems problems) {
    this.types = types;
    this.problems = problems;
    this.fields = new FieldReader(types, this, problems);
  }

  /** Returns the records and enums that were read: the document depends on their sources. */
  public Set<TypeElement> sources() {
    return sources;
  }

  /** Returns the shape of a type that is used at a place. */
  public Shape read(TypeMirror type, Place place) {
    return switch (type.getKind()) {
      case BOOLEAN -> new Shape.Bool();
      case BYTE -> whole(Shape.Range.BYTE);
      case SHORT -> whole(Shape.Range.SHORT);
      case INT -> whole(Shape.Range.INT);
      case LONG -> whole(Shape.Range.LONG);
      case FLOAT, DOUBLE -> new Shape.Decimal(Optional.empty(), Optional.empty());
      case ARRAY -> array((ArrayType) type, place);
      case DECLARED -> declared((DeclaredType) type, place);
      case WILDCARD -> wildcard((WildcardType) type, place);
      case ERROR -> {
        problems.unresolvedName();
        yield new Shape.Any();
      }
      default -> unsupported(type, place);
    };
  }

  /** Returns the shape of a record. */
  public Shape readRecord(DeclaredType type, Place place) {
    TypeElement element = (TypeElement) type.asElement();
    if (isRecursive(type)) {
      problems.add(
          place,
          "recursive records are not supported yet: "
              + path(type)
              + "; write a flat list whose elements name their parent, or Object for free JSON");
      return new Shape.Any();
    }
    sources.add(element);
    open.addLast(type);
    try {
      List<Shape.Field> read = new ArrayList<>();
      element.getRecordComponents().forEach(c -> read.add(fields.read(type, c)));
      return new Shape.Structure(List.copyOf(read), doc(element));
    } finally {
      open.removeLast();
    }
  }

  private boolean isRecursive(DeclaredType type) {
    List<DeclaredType> outer =
        open.stream().filter(o -> o.asElement().equals(type.asElement())).toList();
    return outer.size() >= MAX_NESTED_IN_ITSELF
        || outer.stream().anyMatch(o -> types.isSameType(o, type));
  }

  private String path(DeclaredType type) {
    return StreamSupport.stream(open.spliterator(), false)
            .dropWhile(outer -> !outer.asElement().equals(type.asElement()))
            .map(outer -> TypeText.of(outer) + " -> ")
            .collect(Collectors.joining())
        + TypeText.of(type);
  }

  /** Returns the text of {@code @Doc} on an element, or an empty text. */
  String doc(Element element) {
    Optional<AnnotationUse> use = AnnotationUse.on(element, ApiNames.DOC);
    if (use.isEmpty()) {
      return "";
    }
    String text = use.get().value("value", String.class).orElse("");
    if (text.isBlank()) {
      problems.add(
          use.get().place("value"),
          "@Doc is blank; write what " + element.getSimpleName() + " means, or leave @Doc out");
    }
    return text;
  }

  private Shape declared(DeclaredType type, Place place) {
    TypeElement element = (TypeElement) type.asElement();
    String name = element.getQualifiedName().toString();
    return switch (name) {
      case "java.lang.Object" -> new Shape.Any();
      case "java.lang.String", "java.nio.file.Path" -> Shape.Text.FREE;
      case "java.lang.Boolean" -> new Shape.Bool();
      case "java.lang.Byte" -> whole(Shape.Range.BYTE);
      case "java.lang.Short" -> whole(Shape.Range.SHORT);
      case "java.lang.Integer" -> whole(Shape.Range.INT);
      case "java.lang.Long" -> whole(Shape.Range.LONG);
      case "java.math.BigInteger" -> whole(Shape.Range.UNBOUNDED);
      case "java.lang.Float", "java.lang.Double", "java.math.BigDecimal" ->
          new Shape.Decimal(Optional.empty(), Optional.empty());
      case "java.util.List", "java.util.Collection" -> sequence(type, false, place);
      case "java.util.Set" -> sequence(type, true, place);
      case "java.util.Map" -> mapping(type, place);
      default ->
          switch (element.getKind()) {
            case ENUM -> choice(element, place);
            case RECORD -> readRecord(type, place);
            default -> unsupported(type, place);
          };
    };
  }

  private static Shape whole(Shape.Range range) {
    return new Shape.Whole(range, Optional.empty(), Optional.empty());
  }

  private Shape array(ArrayType type, Place place) {
    TypeKind items = type.getComponentType().getKind();
    if (items == TypeKind.BYTE || items == TypeKind.CHAR) {
      return unsupported(type, place);
    }
    return sequence(read(type.getComponentType(), place), false);
  }

  private Shape sequence(DeclaredType type, boolean unique, Place place) {
    if (type.getTypeArguments().isEmpty()) {
      problems.add(place, rawType(type, "<String>"));
      return new Shape.Any();
    }
    return sequence(read(type.getTypeArguments().get(0), place), unique);
  }

  private static Shape sequence(Shape items, boolean unique) {
    return new Shape.Sequence(items, unique, OptionalInt.empty(), OptionalInt.empty());
  }

  private Shape mapping(DeclaredType type, Place place) {
    if (type.getTypeArguments().isEmpty()) {
      problems.add(place, rawType(type, "<String, Object>"));
      return new Shape.Any();
    }
    TypeMirror key = type.getTypeArguments().get(0);
    if (key.getKind() == TypeKind.ERROR) {
      problems.unresolvedName();
    } else if (!isString(key)) {
      problems.add(
          place,
          TypeText.of(type)
              + " is not supported: names in JSON are strings; write Map<String, ...>");
    }
    return new Shape.Mapping(read(type.getTypeArguments().get(1), place));
  }

  private static String rawType(DeclaredType type, String example) {
    String name = TypeText.of(type);
    return name + " does not say what it holds; write for example " + name + example;
  }

  private static boolean isString(TypeMirror type) {
    return type instanceof DeclaredType declared
        && ((TypeElement) declared.asElement())
            .getQualifiedName()
            .contentEquals("java.lang.String");
  }

  private Shape choice(TypeElement element, Place place) {
    sources.add(element);
    List<Shape.Constant> constants =
        element.getEnclosedElements().stream()
            .filter(e -> e.getKind() == ElementKind.ENUM_CONSTANT)
            .map(e -> new Shape.Constant(e.getSimpleName().toString(), doc(e)))
            .toList();
    if (constants.isEmpty()) {
      problems.add(
          place, "the enum " + element.getSimpleName() + " has no constants; write at least one");
    }
    return new Shape.Choice(constants, doc(element));
  }

  private Shape wildcard(WildcardType type, Place place) {
    return type.getExtendsBound() == null ? new Shape.Any() : read(type.getExtendsBound(), place);
  }

  private Shape unsupported(TypeMirror type, Place place) {
    problems.add(
        place, TypeText.of(type) + " is not supported here: " + UnsupportedTypes.instead(type));
    return new Shape.Any();
  }
}
