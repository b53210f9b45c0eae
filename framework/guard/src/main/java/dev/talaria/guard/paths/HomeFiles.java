package dev.talaria.guard.paths;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells a file of the runtime's home by what it is, since a hard link gives it a second path. Only
 * a file with several names is compared, and only where the file system says how many it has.
 * Thread-safe: what the home holds is read once, at the first such file.
 */
final class HomeFiles {
  private static final String WHAT = "a second name of a file in the runtime's home";

  /** What holds secrets or decides; relative to the home. */
  private static final List<String> FOLDERS = List.of("", "etc", "data", "data/deploy", "deploy");

  private final Path home;
  private volatile Set<Object> keys;

  HomeFiles(Path home) {
    this.home = home;
  }

  /**
   * Returns what stands against a file, in words that end the sentence "it is ...".
   *
   * @param path resolved
   */
  Optional<String> reason(Path path) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(path, "unix:nlink,fileKey,isRegularFile", LinkOption.NOFOLLOW_LINKS);
      boolean severalNames = ((Number) attributes.get("nlink")).longValue() > 1;
      boolean shared = severalNames && Boolean.TRUE.equals(attributes.get("isRegularFile"));
      return shared && keys().contains(attributes.get("fileKey"))
          ? Optional.of(WHAT)
          : Optional.empty();
    } catch (UnsupportedOperationException | IllegalArgumentException | IOException e) {
      // No such view on this system, or no such file: there is nothing to compare.
      return Optional.empty();
    }
  }

  private Set<Object> keys() throws IOException {
    Set<Object> known = keys;
    if (known == null) {
      known = read();
      keys = known;
    }
    return known;
  }

  private Set<Object> read() throws IOException {
    Set<Object> found = new HashSet<>();
    for (String name : FOLDERS) {
      Path folder = home.resolve(name);
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Object key =
              Files.readAttributes(file, "unix:fileKey", LinkOption.NOFOLLOW_LINKS).get("fileKey");
          if (key != null) {
            found.add(key);
          }
        }
      }
    }
    return Set.copyOf(found);
  }
}
