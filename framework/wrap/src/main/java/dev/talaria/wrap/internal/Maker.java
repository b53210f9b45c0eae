package dev.talaria.wrap.internal;

import dev.talaria.admin.BundleMaker;
import dev.talaria.wrap.internal.jar.BundleWriter;
import dev.talaria.wrap.internal.source.CompilerProcess;
import dev.talaria.wrap.internal.source.Libraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Makes bundles; {@code talaria inspect} does so without a runtime. Thread-safe. */
public final class Maker implements BundleMaker {
  private final Path work;
  private final Libraries libraries;

  /**
   * Creates a maker.
   *
   * @param work a folder of its own, made when it is needed
   */
  public Maker(Path work) {
    this.work = work;
    this.libraries = new Libraries(work.resolve("lib"));
  }

  @Override
  public String edition() {
    return libraries.edition();
  }

  @Override
  public List<String> ofPlainJar(Path jar, String symbolicName, String version, Path target)
      throws IOException {
    return new BundleWriter(libraries.classPath()).write(jar, symbolicName, version, target);
  }

  @Override
  public List<String> ofSource(Path source, String fileName, String symbolicName, Path target)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(Files.createDirectories(work), "source-");
    try {
      Path classes = Files.createDirectory(folder.resolve("classes"));
      List<String> problems =
          new CompilerProcess(libraries, folder).compile(source, fileName, symbolicName, classes);
      return problems.isEmpty()
          ? new BundleWriter(libraries.classPath()).write(classes, symbolicName, "0.0.0", target)
          : problems;
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
