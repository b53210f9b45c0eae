package dev.talaria.ops.internal.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says which folders tools may be let into. A workspace from which the home can be reached would
 * let a model change the rules that hold it, so it is refused. One around the distribution is not:
 * that is a checkout somebody works in, and the tools' deny lists keep the distribution itself out
 * of reach. All paths are compared with links resolved. Immutable.
 */
public final class WorkspacePolicy {
  private static final int MAX_FOLDERS = 16;

  private final Path home;
  private final Path distribution;

  public WorkspacePolicy(Path home, Path distribution) {
    this.home = resolved(home);
    this.distribution = resolved(distribution);
  }

  /**
   * Resolves the folders.
   *
   * @param folders absolute paths
   * @return their real paths, without doubles
   * @throws InvalidWorkspaceException at the first one that cannot be a workspace
   */
  public List<Path> resolve(List<String> folders) throws InvalidWorkspaceException {
    if (folders.size() > MAX_FOLDERS) {
      throw new InvalidWorkspaceException(
          "A workspace has at most " + MAX_FOLDERS + " folders, not " + folders.size() + ".");
    }
    Set<Path> roots = new LinkedHashSet<>();
    for (String folder : folders) {
      roots.add(resolve(folder));
    }
    return List.copyOf(roots);
  }

  private Path resolve(String folder) throws InvalidWorkspaceException {
    Path real;
    try {
      Path path = Path.of(folder);
      if (!path.isAbsolute()) {
        throw new InvalidWorkspaceException("The workspace '" + folder + "' is no absolute path.");
      }
      real = path.toRealPath();
    } catch (InvalidPathException | IOException e) {
      throw new InvalidWorkspaceException(
          "The workspace '" + folder + "' is no folder that can be read.");
    }
    if (!Files.isDirectory(real)) {
      throw new InvalidWorkspaceException("The workspace '" + folder + "' is no folder.");
    }
    if (home.startsWith(real)) {
      throw new InvalidWorkspaceException(
          "The workspace '" + folder + "' contains the home folder " + home + "; choose another.");
    }
    refuseInside(folder, real, home, "the home folder");
    refuseInside(folder, real, distribution, "the distribution");
    return real;
  }

  private static void refuseInside(String folder, Path real, Path secret, String name)
      throws InvalidWorkspaceException {
    if (real.startsWith(secret)) {
      throw new InvalidWorkspaceException(
          "The workspace '" + folder + "' lies in " + name + " " + secret + "; choose another.");
    }
  }

  private static Path resolved(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      // A folder that is not there yet has no links to resolve either.
      return folder.toAbsolutePath().normalize();
    }
  }
}
