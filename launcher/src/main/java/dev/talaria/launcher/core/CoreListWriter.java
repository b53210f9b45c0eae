package dev.talaria.launcher.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the list of core bundles; run by the build. Its input has a line {@code startLevel
 * artifactId} for each bundle, in the order of the list. A file that no line asks for and a line
 * without its file are errors, so list and folder cannot drift apart.
 */
public final class CoreListWriter {
  private final Path wanted;
  private final Path folder;

  CoreListWriter(Path wanted, Path folder) {
    this.wanted = wanted;
    this.folder = folder;
  }

  /**
   * Writes the list.
   *
   * @param args the input and the folder of bundles
   */
  public static void main(String[] args) throws IOException {
    new CoreListWriter(Path.of(args[0]), Path.of(args[1])).write();
  }

  void write() throws IOException {
    TreeSet<String> files = new TreeSet<>();
    try (Stream<Path> listed = Files.list(folder)) {
      listed
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(".jar"))
          .forEach(files::add);
    }
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(wanted, StandardCharsets.UTF_8)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.trim().split(" +");
      if (words.length != 2) {
        throw new IOException(wanted + ": '" + line + "' is not 'startLevel artifactId'");
      }
      String file = take(words[1], files);
      lines.add(Integer.parseInt(words[0]) + " " + Sha256.of(folder.resolve(file)) + " " + file);
    }
    if (!files.isEmpty()) {
      throw new IOException(folder + " holds bundles that " + wanted + " does not name: " + files);
    }
    Files.writeString(
        folder.resolve(CoreList.FILE), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }

  private String take(String artifactId, TreeSet<String> files) throws IOException {
    Pattern name = Pattern.compile(Pattern.quote(artifactId) + "-[0-9].*\\.jar");
    List<String> found = files.stream().filter(name.asMatchPredicate()).toList();
    if (found.size() != 1) {
      throw new IOException(
          folder + " has to hold one file of " + artifactId + " and holds " + found);
    }
    files.remove(found.get(0));
    return found.get(0);
  }
}
