package dev.talaria.compiler;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles one file. Prints {@code LINE:COLUMN: what} for each thing that is wrong, in UTF-8, and
 * ends with {@value #DONE}, {@value #WRONG} or {@value #NO_COMPILER}; whatever else it ends with is
 * an accident of the compiler.
 */
public final class Main {
  /** The classes are there. */
  public static final int DONE = 0;

  /** The source is wrong. */
  public static final int WRONG = 3;

  /** This Java has no compiler. */
  public static final int NO_COMPILER = 4;

  private Main() {}

  /**
   * Compiles.
   *
   * @param arguments the source, the symbolic name of its bundle, after which the package of a
   *     source that names none is called, the class path, and an empty folder for what comes out
   */
  public static void main(String[] arguments) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      System.exit(NO_COMPILER);
    }
    List<Path> classPath = Stream.of(arguments[2].split(File.pathSeparator)).map(Path::of).toList();
    try {
      new Compilation(compiler, classPath, Path.of(arguments[3]))
          .compile(
              SourceText.decode(Files.readAllBytes(Path.of(arguments[0]))),
              PackageName.of(arguments[1]));
    } catch (SourceException e) {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      e.problems().forEach(out::println);
      System.exit(WRONG);
    }
    // Whatever the compiler left running must not keep the process.
    System.exit(DONE);
  }
}
