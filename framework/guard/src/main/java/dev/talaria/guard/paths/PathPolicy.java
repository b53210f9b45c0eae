package dev.talaria.guard.paths;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which paths a caller may use: those that really lie in one of its roots and are on no
 * deny list. All checks are on the resolved path, so links, {@code ..}, {@code /proc/self/root} and
 * {@code /dev/fd} lead nowhere else. A hard link cannot be told from a file, but one to a file of
 * the runtime's home is known by that file. Thread-safe.
 *
 * <p>A decision is true at its moment only. Open what was allowed with {@link ConfinedFolder},
 * which follows no link, so that a path exchanged in between is refused as well.
 */
public final class PathPolicy {
  private static final int MAX_LENGTH = 4096;

  private static final String NO_ROOT =
      "There is no workspace: pass one when the session is opened (--workspace DIR).";

  private final List<Path> roots;
  private final DenyRules denied;
  private final Optional<HomeFiles> homeFiles;
  private final String withoutRoot;

  private PathPolicy(
      List<Path> roots, DenyRules denied, Optional<HomeFiles> homeFiles, String withoutRoot) {
    this.roots = List.copyOf(roots);
    this.denied = denied;
    this.homeFiles = homeFiles;
    this.withoutRoot = withoutRoot;
  }

  /**
   * Makes a policy that also keeps the runtime's own folders out of reach. A root that contains the
   * runtime's home, or lies in it, is left out: no list could make it safe.
   */
  public static PathPolicy of(List<Path> roots, DenyRules denied, RuntimeFolders runtime) {
    DenyRules all = runtime.deny(denied);
    PathPolicy plain = of(roots, all);
    List<Path> apart = plain.roots.stream().filter(runtime::isApartFromHome).toList();
    return new PathPolicy(
        apart,
        all,
        runtime.home().map(HomeFiles::new),
        plain.roots.isEmpty()
            ? NO_ROOT
            : "The workspace "
                + plain.listed()
                + " contains the runtime's home: pass another one, or move the home.");
  }

  /**
   * Makes a policy. Roots that do not exist or cannot be resolved are left out, so a policy without
   * any root refuses everything.
   *
   * @param roots absolute; relative paths are looked up in the first
   */
  public static PathPolicy of(List<Path> roots, DenyRules denied) {
    List<Path> real = new ArrayList<>();
    for (Path root : roots) {
      try {
        Path resolved = RealPaths.resolve(root.toAbsolutePath());
        if (Files.isDirectory(resolved) && !real.contains(resolved)) {
          real.add(resolved);
        }
      } catch (IOException e) {
        // A root that cannot be resolved gives access to nothing.
        continue;
      }
    }
    return new PathPolicy(real, denied, Optional.empty(), NO_ROOT);
  }

  /** Returns the resolved roots, in order; unmodifiable. */
  public List<Path> roots() {
    return roots;
  }

  /** Returns what to tell a caller when there are no roots. */
  public String withoutRoot() {
    return withoutRoot;
  }

  /** Decides on a path as a caller wrote it. */
  public PathDecision decide(String requested, Access access) {
    return decide(requested, roots.isEmpty() ? null : roots.get(0), access);
  }

  /**
   * Decides on a path as a caller wrote it.
   *
   * @param folder that relative paths start from; absolute
   */
  public PathDecision decide(String requested, Path folder, Access access) {
    if (roots.isEmpty()) {
      return refused(withoutRoot);
    }
    if (requested.isBlank()) {
      return refused("The path is empty.");
    }
    if (requested.length() > MAX_LENGTH) {
      return refused("The path is longer than " + MAX_LENGTH + " characters.");
    }
    if (requested.chars().anyMatch(Character::isISOControl)) {
      return refused("The path contains a control character.");
    }
    if (requested.startsWith("~")) {
      return refused(
          "'~' is not expanded here: write '" + requested + "' as a path inside the workspace.");
    }
    try {
      return check(requested, RealPaths.resolve(folder.resolve(Path.of(requested))), access);
    } catch (InvalidPathException e) {
      return refused("'" + requested + "' is no path: " + e.getReason() + ".");
    } catch (IOException e) {
      return refused("'" + requested + "' cannot be resolved: a loop of links or no permission.");
    }
  }

  /**
   * Returns what stands against a path that is resolved already, as a sentence's end.
   *
   * @param path resolved, in a root
   */
  public Optional<String> denial(Path path, Access access) {
    return denied.reason(path, access).or(() -> homeFiles.flatMap(files -> files.reason(path)));
  }

  private PathDecision check(String requested, Path resolved, Access access) {
    Optional<Path> root = roots.stream().filter(resolved::startsWith).findFirst();
    if (root.isEmpty()) {
      return refused(
          "'" + requested + "' is outside the workspace (" + listed() + "): stay inside it.");
    }
    Optional<String> denial = denial(resolved, access);
    if (denial.isPresent()) {
      return refused(
          "'"
              + requested
              + "' may not be "
              + (access == Access.READ ? "read" : "changed")
              + ": it is "
              + denial.get()
              + ".");
    }
    return new PathDecision.Allowed(root.get(), resolved);
  }

  private String listed() {
    return String.join(", ", roots.stream().map(Path::toString).toList());
  }

  private static PathDecision refused(String reason) {
    return new PathDecision.Refused(reason);
  }
}
