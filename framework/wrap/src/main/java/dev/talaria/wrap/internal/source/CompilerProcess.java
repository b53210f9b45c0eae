package dev.talaria.wrap.internal.source;

import dev.talaria.compiler.Main;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs the compiler in a process of its own, with little memory and a deadline: a source can lead a
 * compiler to take all of either, and a thread cannot be ended. For one thread and one source.
 */
public final class CompilerProcess {
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final String MAIN = "dev.talaria.compiler.Main";
  private static final int LONGEST_OUTPUT = 16_384;
  private static final int LONGEST_ACCIDENT = 200;

  private final Libraries libraries;
  private final Path folder;

  /**
   * Takes what it works with.
   *
   * @param folder of this compilation alone
   */
  public CompilerProcess(Libraries libraries, Path folder) {
    this.libraries = libraries;
    this.folder = folder;
  }

  /**
   * Compiles a source.
   *
   * @param fileName that people know it by
   * @param symbolicName of the bundle; the package of a source that names none follows from it
   * @param classes an empty folder for what comes out
   * @return what is wrong with the source; empty if it was compiled
   */
  public List<String> compile(Path source, String fileName, String symbolicName, Path classes)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        start(
            List.of(
                source.toString(), symbolicName, joined(libraries.classPath()), classes.toString()),
            out,
            err);
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        return List.of(
            fileName + " did not compile within " + LIMIT.toSeconds() + " s; simplify it");
      }
    } finally {
      process.destroyForcibly();
    }
    return switch (process.exitValue()) {
      case Main.DONE -> List.of();
      case Main.WRONG -> text(out).lines().map(line -> fileName + ":" + line).toList();
      case Main.NO_COMPILER ->
          throw new IOException(
              "the Java of this runtime ("
                  + System.getProperty("java.home")
                  + ") has no compiler; run Talaria with a JDK instead of a JRE");
      default -> List.of(fileName + " made the compiler give up: " + accident(err));
    };
  }

  private Process start(List<String> arguments, Path out, Path err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Duser.language=en",
            "-cp",
            joined(libraries.compiler()),
            MAIN);
    builder.command().addAll(arguments);
    builder.environment().clear();
    builder.directory(folder.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(emptyFile()));
    builder.redirectOutput(out.toFile());
    builder.redirectError(err.toFile());
    return builder.start();
  }

  private File emptyFile() throws IOException {
    return Files.createFile(folder.resolve("in")).toFile();
  }

  private static String joined(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static String accident(Path err) throws IOException {
    String first =
        text(err).lines().filter(line -> !line.isBlank()).findFirst().orElse("no reason");
    return first.length() > LONGEST_ACCIDENT ? first.substring(0, LONGEST_ACCIDENT) : first;
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8);
    }
  }
}
