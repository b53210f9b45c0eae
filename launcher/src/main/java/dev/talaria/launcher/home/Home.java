package dev.talaria.launcher.home;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * A home folder. Knows where things are; whether they are fit for use is for {@link HomeFolder}.
 *
 * @param root absolute and normal; links in it are resolved where it exists
 */
public record Home(Path root) {
  /** Finds the home: the option, else {@code $TALARIA_HOME}, else {@code ~/.talaria}. */
  public static Home locate(String option, String environment, String userHome) {
    String text;
    if (option != null) {
      text = option;
    } else if (environment != null && !environment.isEmpty()) {
      text = environment;
    } else {
      text = userHome + "/.talaria";
    }
    if (text.isBlank()) {
      throw new RefusedException("the home folder has an empty name; pass --home DIR");
    }
    try {
      return new Home(resolved(Path.of(text)));
    } catch (InvalidPathException e) {
      throw new RefusedException("'" + text + "' is no name of a folder; pass --home DIR", e);
    }
  }

  /**
   * Resolves links as far as the path exists. A home is compared with workspaces, so both have to
   * be named by their real paths.
   */
  static Path resolved(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      return absolute.toRealPath();
    } catch (IOException e) {
      Path parent = absolute.getParent();
      return parent == null || Files.exists(absolute, java.nio.file.LinkOption.NOFOLLOW_LINKS)
          ? absolute
          : resolved(parent).resolve(absolute.getFileName());
    }
  }

  public Path deploy() {
    return root.resolve("deploy");
  }

  public Path etc() {
    return root.resolve("etc");
  }

  public Path data() {
    return root.resolve("data");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  public Path log() {
    return logs().resolve("talaria.log");
  }

  public Path auditLog() {
    return logs().resolve("audit.jsonl");
  }

  public Path token() {
    return root.resolve("token");
  }

  public Path lock() {
    return data().resolve("lock");
  }

  /** The running runtime's address, written by it when it is ready. */
  public Path runtimeRecord() {
    return data().resolve("runtime.json");
  }

  /** The framework's own storage, emptied at each start. */
  public Path frameworkStorage() {
    return data().resolve("framework");
  }

  /** The folders of a home. */
  List<Path> folders() {
    return List.of(deploy(), etc(), data(), logs());
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
