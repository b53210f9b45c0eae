package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run of the compiler with the processor, over sources in memory, into a folder. */
final class Compilation {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What an author has on the path; the whole path of the tests makes the compiler slow. */
  static final List<String> AUTHORS_PATH =
      Stream.of(Tool.class, Component.class, Capability.class).map(Compilation::origin).toList();

  private final Path output;
  private final List<Diagnostic<? extends JavaFileObject>> diagnostics;
  private final List<Source> sources;

  private Compilation(
      Path output, List<Diagnostic<? extends JavaFileObject>> diagnostics, List<Source> sources) {
    this.output = output;
    this.diagnostics = diagnostics;
    this.sources = sources;
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A source file. */
  static final class Source extends SimpleJavaFileObject {
    private final String code;

    private Source(String name, String code) {
      super(URI.create("mem:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.code = code;
    }

    static Source of(String className, String... lines) {
      return new Source(className, String.join("\n", lines));
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }

  /** Compiles with the processor, to be found by its service file as in an author's build. */
  static Compilation of(Path output, Source... sources) {
    return run(output, List.of(), List.of(), sources);
  }

  /** Compiles with further processors beside it. */
  static Compilation with(Path output, Processor other, Source... sources) {
    return run(output, List.of(new ToolProcessor(), other), List.of(), sources);
  }

  /** Compiles with classes from there on the class path. */
  static Compilation against(Path classes, Path output, Source... sources) {
    return run(output, List.of(), List.of(classes.toString()), sources);
  }

  private static Compilation run(
      Path output, List<Processor> processors, List<String> classPath, Source... sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
      List<String> path = new ArrayList<>(classPath);
      path.addAll(AUTHORS_PATH);
      List<String> options =
          List.of(
              "-Xlint:all,-processing,-path",
              "-processorpath",
              origin(ToolProcessor.class),
              "-cp",
              String.join(System.getProperty("path.separator"), path));
      JavaCompiler.CompilationTask task =
          compiler.getTask(null, files, diagnostics, options, null, List.of(sources));
      if (!processors.isEmpty()) {
        task.setProcessors(processors);
      }
      task.call();
      return new Compilation(output, diagnostics.getDiagnostics(), List.of(sources));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the document of a tool; the compilation must be without errors and warnings. */
  JsonNode document(String tool) {
    assertThat(messages()).isEmpty();
    return JSON.readTree(text(tool));
  }

  /** Returns the text of the document of a tool. */
  String text(String tool) {
    try {
      return Files.readString(output.resolve("OSGI-INF/tools/" + tool + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the documents that were written. */
  List<String> documents() {
    Path folder = output.resolve("OSGI-INF/tools");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the compiler said, each as {@code the line of source | message}. */
  List<String> messages() {
    return diagnostics.stream().map(d -> line(d) + " | " + d.getMessage(Locale.ROOT)).toList();
  }

  private String line(Diagnostic<? extends JavaFileObject> diagnostic) {
    return sources.stream()
        .filter(source -> diagnostic.getSource() != null)
        .filter(source -> source.getName().equals(diagnostic.getSource().getName()))
        .map(source -> source.code.split("\n", -1)[(int) diagnostic.getLineNumber() - 1].strip())
        .findFirst()
        .orElse("nowhere");
  }
}
