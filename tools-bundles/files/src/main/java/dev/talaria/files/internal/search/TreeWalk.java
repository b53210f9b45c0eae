package dev.talaria.files.internal.search;

import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.ConfinedFolder;
import dev.talaria.guard.paths.PathPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;

/**
 * Goes through the files of a tree in the order of their names. It follows no link, not even within
 * the tree; denied files and folders are counted and left out; folders of version control are left
 * out. Not thread-safe.
 */
final class TreeWalk {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NAMES = 100_000;
  private static final Set<String> VERSION_CONTROL = Set.of(".git", ".hg", ".svn", ".jj");

  private final PathPolicy policy;
  private final SearchBudget budget;
  private final Visitor visitor;
  private int omitted;
  private int unreadable;

  /** Gets each file. */
  interface Visitor {
    /**
     * Takes a file.
     *
     * @return whether to go on
     */
    boolean file(ConfinedFolder folder, String name, BasicFileAttributes attributes)
        throws IOException;
  }

  TreeWalk(PathPolicy policy, SearchBudget budget, Visitor visitor) {
    this.policy = policy;
    this.budget = budget;
    this.visitor = visitor;
  }

  /** Returns how many denied entries were left out. */
  int omitted() {
    return omitted;
  }

  /** Returns how many entries could not be opened. */
  int unreadable() {
    return unreadable;
  }

  /** Goes through a folder. */
  void walk(ConfinedFolder folder) throws IOException {
    walk(folder, 0);
  }

  private boolean walk(ConfinedFolder folder, int depth) throws IOException {
    for (String name : folder.names(MAX_NAMES)) {
      budget.checkNow();
      Path path = folder.path().resolve(name);
      if (policy.denial(path, Access.READ).isPresent()) {
        omitted++;
      } else if (!entry(folder, name, depth)) {
        return false;
      }
    }
    return true;
  }

  private boolean entry(ConfinedFolder folder, String name, int depth) throws IOException {
    Optional<BasicFileAttributes> attributes = folder.attributes(name);
    if (attributes.isEmpty() || attributes.get().isSymbolicLink()) {
      return true;
    }
    if (attributes.get().isRegularFile()) {
      try {
        return visitor.file(folder, name, attributes.get());
      } catch (IOException e) {
        // Gone meanwhile, or no permission: the others still count.
        unreadable++;
        return true;
      }
    }
    if (!attributes.get().isDirectory() || VERSION_CONTROL.contains(name) || depth >= MAX_DEPTH) {
      return true;
    }
    try (ConfinedFolder next = folder.folder(name)) {
      return walk(next, depth + 1);
    } catch (IOException e) {
      unreadable++;
      return true;
    }
  }
}
