package dev.talaria.guard.paths;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Finds where a path really leads, also when its end does not exist yet. */
public final class RealPaths {
  private static final int MAX_LINKS = 20;

  private RealPaths() {}

  /**
   * Resolves links and {@code ..} component by component, as the operating system would, and keeps
   * what does not exist. A dangling link leads to its target.
   *
   * @param path absolute
   * @return absolute, without {@code ..}, no existing part of it a link
   * @throws FileSystemLoopException after 20 links
   */
  public static Path resolve(Path path) throws IOException {
    Deque<Path> todo = new ArrayDeque<>();
    path.forEach(todo::addLast);
    Path current = path.getRoot();
    int links = 0;
    while (!todo.isEmpty()) {
      String name = todo.removeFirst().toString();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        current = current.getParent() == null ? current : current.getParent();
        continue;
      }
      Path next = current.resolve(name);
      if (!Files.isSymbolicLink(next)) {
        current = next;
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      Path target = Files.readSymbolicLink(next);
      if (target.isAbsolute()) {
        current = target.getRoot();
      }
      for (int i = target.getNameCount() - 1; i >= 0; i--) {
        todo.addFirst(target.getName(i));
      }
    }
    return canonical(current);
  }

  /** Where case does not count, the existing part gets the case that the disk has. */
  private static Path canonical(Path resolved) throws IOException {
    Path existing = resolved;
    while (existing != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    if (existing == null) {
      return resolved;
    }
    Path real = existing.toRealPath(LinkOption.NOFOLLOW_LINKS);
    return existing.equals(resolved) ? real : real.resolve(existing.relativize(resolved));
  }
}
