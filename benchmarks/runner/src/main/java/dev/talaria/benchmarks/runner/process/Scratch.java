package dev.talaria.benchmarks.runner.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for one measurement, gone with it. */
public final class Scratch implements AutoCloseable {
  private final Path root;

  public Scratch() throws IOException {
    root = Files.createTempDirectory("talaria-benchmark-");
  }

  /** Returns a folder in it, made when it is not there. */
  public Path folder(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  /** Returns a path in it. */
  public Path file(String name) {
    return root.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      // A process that has just ended may have taken a file of its own away.
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e.getCause();
      }
    }
  }
}
