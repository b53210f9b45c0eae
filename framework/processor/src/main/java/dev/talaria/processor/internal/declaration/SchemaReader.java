package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.schema.SchemaWriter;
import dev.talaria.processor.internal.schema.Use;
import dev.talaria.processor.internal.shape.Shape;
import dev.talaria.processor.internal.shape.ShapeReader;
import dev.talaria.processor.internal.source.ApiNames;
import dev.talaria.processor.internal.source.Place;
import dev.talaria.processor.internal.source.Problems;
import dev.talaria.processor.internal.source.TypeText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Makes the schemas of a tool's arguments and result. */
public final class SchemaReader {
  private static final String MAP = "java.util.Map";
  private static final String STAGE = "java.util.concurrent.CompletionStage";

  private final TypeElement tool;
  private final Place place;
  private final Problems problems;
  private final ToolType toolType;
  private final ShapeReader shapes;

  /** Creates a reader that notes problems there. */
  public SchemaReader(Types types, Elements elements, TypeElement tool, Problems problems) {
    this.tool = tool;
    this.place = Place.of(tool);
    this.problems = problems;
    this.toolType = new ToolType(types, elements, tool);
    this.shapes = new ShapeReader(types, problems);
  }

  /** Returns the types that the schemas were made from. */
  public Set<TypeElement> sources() {
    return shapes.sources();
  }

  /** Returns the schema of the arguments; nothing, with a problem noted, when there is none. */
  public Optional<Map<String, Object>> arguments() {
    Optional<DeclaredType> asTool = toolType.asTool();
    if (asTool.isEmpty()) {
      if (toolType.hasUnresolvedParent()) {
        problems.unresolvedName();
      } else {
        problems.add(
            place,
            tool.getSimpleName()
                + " implements no Tool; write implements Tool<"
                + tool.getSimpleName()
                + ".Args>");
      }
      return Optional.empty();
    }
    List<? extends TypeMirror> given = asTool.get().getTypeArguments();
    if (given.isEmpty()) {
      problems.add(
          place,
          "Tool does not say what its arguments are; write Tool<Args> with a record Args, or"
              + " Tool<Map<String, Object>>");
      return Optional.empty();
    }
    return arguments(given.get(0));
  }

  private Optional<Map<String, Object>> arguments(TypeMirror type) {
    if (type.getKind() == TypeKind.ERROR) {
      problems.unresolvedName();
      return Optional.empty();
    }
    if (type instanceof DeclaredType declared) {
      if (isRecord(declared)) {
        Shape shape = shapes.readRecord(declared, place);
        return Optional.of(new SchemaWriter(Use.ARGUMENTS).write(shape));
      }
      if (isOpenMap(declared)) {
        return Optional.of(SchemaWriter.anyObject());
      }
    }
    problems.add(
        place,
        isSealed(type)
            ? TypeText.of(type)
                + " cannot hold the arguments, because model providers want plain parameters; write"
                + " a record with a component of this type"
            : TypeText.of(type)
                + " cannot hold the arguments; write a record whose components are the parameters"
                + " (an empty one for none), or Map<String, Object>");
    return Optional.empty();
  }

  /**
   * Returns the schema of the result when the declared type of {@code call} tells one. A tool that
   * answers later declares what it will answer.
   */
  public Optional<Map<String, Object>> result() {
    Optional<TypeMirror> type = toolType.resultType().map(this::awaited);
    if (type.isEmpty() || !(type.get() instanceof DeclaredType declared)) {
      return Optional.empty();
    }
    if (declared.getKind() == TypeKind.ERROR) {
      problems.unresolvedName();
      return Optional.empty();
    }
    if (isOfApi(declared)) {
      return Optional.empty();
    }
    SchemaWriter writer = new SchemaWriter(Use.RESULT);
    if (isRecord(declared) || isSealed(declared)) {
      return Optional.of(writer.write(shapes.read(declared, place)));
    }
    return toolType.ancestor(declared, MAP).map(map -> writer.write(shapes.read(map, place)));
  }

  private TypeMirror awaited(TypeMirror type) {
    Optional<DeclaredType> stage =
        type instanceof DeclaredType declared
            ? toolType.ancestor(declared, STAGE)
            : Optional.empty();
    return stage.filter(s -> !s.getTypeArguments().isEmpty()).isPresent()
        ? stage.get().getTypeArguments().get(0)
        : type;
  }

  private static boolean isSealed(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement().getKind() == ElementKind.INTERFACE
        && declared.asElement().getModifiers().contains(Modifier.SEALED);
  }

  private static boolean isRecord(DeclaredType type) {
    return type.asElement().getKind() == ElementKind.RECORD && !isOfApi(type);
  }

  /** {@code CallResult} and some contents are records, but the runtime shapes them itself. */
  private static boolean isOfApi(DeclaredType type) {
    return name(type).startsWith(ApiNames.API_PACKAGE + ".");
  }

  private static boolean isOpenMap(DeclaredType type) {
    List<? extends TypeMirror> given = type.getTypeArguments();
    return name(type).equals(MAP)
        && given.size() == 2
        && name(given.get(0)).equals("java.lang.String")
        && name(given.get(1)).equals("java.lang.Object");
  }

  private static String name(TypeMirror type) {
    return type instanceof DeclaredType declared
        ? ((TypeElement) declared.asElement()).getQualifiedName().toString()
        : "";
  }
}
