package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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
  private final Types types;
  private final Problems problems;
  private final FieldReader fields;
  private final SealedReader sealed;
  private final Recursion recursion;
  private final Set<TypeElement> sources = new LinkedHashSet<>();

  /** Creates a reader that notes problems there. */
  public ShapeReader(Types types, Problems problems) {
    this.types = types;
    this.problems = problems;
    this.fields = new FieldReader(types, this, problems);
    this.sealed = new SealedReader(types, this, problems);
    this.recursion = new Recursion(types, problems);
  }

  /** Returns the types that were read: the document depends on their sources. */
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
    addSource(element);
    return recursion.read(
        type,
        place,
        () -> {
          List<Shape.Field> read = new ArrayList<>();
          element.getRecordComponents().forEach(c -> read.add(fields.read(type, c)));
          return new Shape.Structure(List.copyOf(read), label(element));
        });
  }

  void addSource(TypeElement element) {
    sources.add(element);
  }

  /** Returns what {@code @Title} and {@code @Doc} say on an element. */
  Shape.Label label(Element element) {
    return new Shape.Label(text(element, ApiNames.TITLE, "is called for people"), doc(element));
  }

  private String doc(Element element) {
    return text(element, ApiNames.DOC, "means");
  }

  private String text(Element element, String annotation, String asked) {
    Optional<AnnotationUse> use = AnnotationUse.on(element, annotation);
    if (use.isEmpty()) {
      return "";
    }
    String text = use.get().value("value", String.class).orElse("");
    if (text.isBlank()) {
      String name = "@" + annotation.substring(annotation.lastIndexOf('.') + 1);
      problems.add(
          use.get().place("value"),
          name
              + " is blank; write what "
              + element.getSimpleName()
              + " "
              + asked
              + ", or leave "
              + name
              + " out");
    }
    return text;
  }

  private Shape declared(DeclaredType type, Place place) {
    TypeElement element = (TypeElement) type.asElement();
    String name = element.getQualifiedName().toString();
    Optional<TextKind> text = TextKind.of(name);
    if (text.isPresent()) {
      return Shape.Text.of(text.get());
    }
    if (name.startsWith(ApiNames.API_PACKAGE + ".")) {
      return unsupported(type, place); // results, sessions and the like: no data
    }
    return switch (name) {
      case "java.lang.Object" -> new Shape.Any();
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
            default ->
                SealedReader.isFor(element)
                    ? recursion.read(type, place, () -> sealed.read(type, place))
                    : unsupported(type, place);
          };
    };
  }

  private static Shape whole(Shape.Range range) {
    return new Shape.Whole(range, Optional.empty(), Optional.empty());
  }

  private Shape array(ArrayType type, Place place) {
    TypeKind items = type.getComponentType().getKind();
    if (items == TypeKind.BYTE) {
      return Shape.Text.of(TextKind.BYTES);
    }
    if (items == TypeKind.CHAR) {
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
    return new Shape.Mapping(
        names(type, type.getTypeArguments().get(0), place),
        read(type.getTypeArguments().get(1), place));
  }

  /** Returns the names that a map can have; none: any. */
  private List<String> names(DeclaredType map, TypeMirror key, Place place) {
    if (key.getKind() == TypeKind.ERROR) {
      problems.unresolvedName();
    } else if (key instanceof DeclaredType declared
        && declared.asElement().getKind() == ElementKind.ENUM) {
      return ((Shape.Choice) choice((TypeElement) declared.asElement(), place)).names();
    } else if (!isString(key)) {
      problems.add(
          place,
          TypeText.of(map)
              + " is not supported: names in JSON are strings; write Map<String, ...> or a Map of"
              + " an enum");
    }
    return List.of();
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
    return new Shape.Choice(constants, label(element));
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
