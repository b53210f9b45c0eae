package dev.talaria.compiler;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/**
 * Looks for the tool class of a parsed source, and says what the author may leave out: the package,
 * and {@code @Component}.
 */
final class ToolSource {
  private static final String TOOL_SPEC = "ToolSpec";
  private static final String COMPONENT = "Component";

  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final SourceText source;

  ToolSource(CompilationUnitTree unit, SourcePositions positions, SourceText source) {
    this.unit = unit;
    this.positions = positions;
    this.source = source;
  }

  /**
   * Completes the source.
   *
   * @param defaultPackage for a source that names none
   * @throws SourceException if it has no tool class, or several
   */
  SourceText complete(String defaultPackage) throws SourceException {
    ClassTree tool = tool();
    List<SourceText.Insertion> missing = new ArrayList<>();
    if (unit.getPackage() == null) {
      // A bundle shares no unnamed package, and bnd takes none.
      missing.add(new SourceText.Insertion(0, "package " + defaultPackage + "; "));
    }
    if (annotation(tool, COMPONENT).isEmpty()) {
      missing.add(
          new SourceText.Insertion(
              (int) start(annotation(tool, TOOL_SPEC).orElseThrow()),
              "@org.osgi.service.component.annotations.Component "));
    }
    return source.with(missing);
  }

  private ClassTree tool() throws SourceException {
    List<ClassTree> tools = new ArrayList<>();
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declared && annotation(declared, TOOL_SPEC).isPresent()) {
        tools.add(declared);
      }
    }
    if (tools.isEmpty()) {
      throw new SourceException(
          new Problem(
              1,
              1,
              "it has no tool: write one public top-level class with @ToolSpec that implements"
                  + " Tool"));
    }
    if (tools.size() > 1) {
      throw new SourceException(
          problem(
              tools.get(1),
              "a second class with @ToolSpec; put it into a file of its own, or build a bundle of"
                  + " both"));
    }
    ClassTree tool = tools.get(0);
    if (!tool.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
      throw new SourceException(
          problem(
              tool,
              tool.getSimpleName() + " must be public for the component runtime; write public"));
    }
    return tool;
  }

  private static Optional<AnnotationTree> annotation(ClassTree type, String simpleName) {
    for (AnnotationTree annotation : type.getModifiers().getAnnotations()) {
      String name = annotation.getAnnotationType().toString();
      if (name.equals(simpleName) || name.endsWith("." + simpleName)) {
        return Optional.of(annotation);
      }
    }
    return Optional.empty();
  }

  private long start(Tree tree) {
    return positions.getStartPosition(unit, tree);
  }

  private Problem problem(Tree tree, String what) {
    return source.problem(start(tree), what);
  }
}
