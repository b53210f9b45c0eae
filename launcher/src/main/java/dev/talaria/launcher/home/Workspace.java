package dev.talaria.launcher.home;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder that tools work in by default.
 *
 * @param folder its real path; empty: sessions have none unless they bring one
 * @param note for the operator when a default could not be taken, else empty
 */
public record Workspace(Optional<Path> folder, String note) {
  /** No workspace, on purpose. */
  public static final Workspace NONE = new Workspace(Optional.empty(), "");

  /**
   * Takes the folder that the operator named.
   *
   * @throws RefusedException if it is no folder, or home and workspace overlap: a tool that works
   *     there would reach the token and the configuration
   */
  public static Workspace named(String name, Home home) {
    Path real;
    try {
      real = Path.of(name).toRealPath();
    } catch (IOException | InvalidPathException e) {
      throw new RefusedException(
          "the workspace " + name + " does not exist; pass a folder with --workspace DIR", e);
    }
    if (!Files.isDirectory(real)) {
      throw new RefusedException("the workspace " + real + " is not a folder");
    }
    if (overlaps(real, home)) {
      throw new RefusedException(
          "the workspace "
              + real
              + (real.startsWith(home.root()) ? " lies in" : " contains")
              + " the home folder "
              + home
              + ", which tools must not reach; pass another --workspace DIR");
    }
    return new Workspace(Optional.of(real), "");
  }

  /** Takes the current folder, or none where that would reach the home. */
  public static Workspace byDefault(Path current, Home home) {
    Path real = Home.resolved(current);
    if (overlaps(real, home)) {
      return new Workspace(
          Optional.empty(),
          "no workspace: the current folder "
              + real
              + " and the home folder overlap; pass --workspace DIR");
    }
    return new Workspace(Optional.of(real), "");
  }

  private static boolean overlaps(Path folder, Home home) {
    Path root = Home.resolved(home.root());
    return root.startsWith(folder) || folder.startsWith(root);
  }
}
