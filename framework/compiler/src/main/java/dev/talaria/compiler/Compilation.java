package dev.talaria.compiler;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import dev.talaria.processor.ToolProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** Compiles a source. No annotation processor but ours runs, whatever the class path offers. */
final class Compilation {
  private static final int MOST_PROBLEMS = 10;

  private final JavaCompiler compiler;
  private final List<Path> classPath;
  private final Path target;

  /**
   * Takes what to compile with.
   *
   * @param target an empty folder for what comes out
   */
  Compilation(JavaCompiler compiler, List<Path> classPath, Path target) {
    this.compiler = compiler;
    this.classPath = classPath;
    this.target = target;
  }

  /**
   * Compiles.
   *
   * @param defaultPackage for a source that names none
   * @throws SourceException if it does not compile to one tool
   */
  void compile(SourceText source, String defaultPackage) throws SourceException, IOException {
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(said, Locale.ENGLISH, StandardCharsets.UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
      JavacTask parse = task(files, said, source, List.of("-proc:none"));
      CompilationUnitTree unit = parse.parse().iterator().next();
      requireNoErrors(said, source);
      SourceText complete =
          new ToolSource(unit, Trees.instance(parse).getSourcePositions(), source)
              .complete(defaultPackage);
      JavacTask compile =
          task(files, said, complete, List.of("-g", "-parameters", "-Xlint:none", "-nowarn"));
      compile.setProcessors(List.of(new ToolProcessor()));
      boolean compiled = compile.call();
      requireNoErrors(said, complete);
      if (!compiled) {
        throw new SourceException(new Problem(1, 1, "the compiler gave up and did not say why"));
      }
    }
  }

  private JavacTask task(
      StandardJavaFileManager files,
      DiagnosticCollector<JavaFileObject> said,
      SourceText source,
      List<String> options) {
    return (JavacTask)
        compiler.getTask(null, files, said, options, null, List.of(new SourceFile(source.text())));
  }

  private static void requireNoErrors(DiagnosticCollector<JavaFileObject> said, SourceText source)
      throws SourceException {
    List<Problem> problems = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> diagnostic : said.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR && problems.size() < MOST_PROBLEMS) {
        problems.add(
            source.problem(
                Math.max(diagnostic.getPosition(), 0), diagnostic.getMessage(Locale.ENGLISH)));
      }
    }
    if (!problems.isEmpty()) {
      throw new SourceException(problems);
    }
  }
}
