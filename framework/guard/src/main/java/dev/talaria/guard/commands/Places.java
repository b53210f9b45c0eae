package dev.talaria.guard.commands;

import dev.talaria.guard.paths.RealPaths;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The folders that a script may be in. It only grows: whether a {@code cd} is reached is not known.
 * Not thread-safe.
 */
final class Places {
  private static final int MAX = 16;

  private final Set<Path> folders = new LinkedHashSet<>();
  private boolean sure = true;
  private boolean linksMade;

  Places(Path start) {
    folders.add(start);
  }

  /** Returns whether all folders are known. */
  boolean isSure() {
    return sure;
  }

  void lose() {
    sure = false;
  }

  /** Notes that the script makes links, so that paths may lead elsewhere when it runs. */
  void makeLinks() {
    linksMade = true;
  }

  boolean linksMade() {
    return linksMade;
  }

  void enter(Argument target) {
    if (!target.known() || target.pattern() || target.text().equals("-")) {
      lose();
      return;
    }
    for (Path folder : List.copyOf(folders)) {
      try {
        folders.add(folder.resolve(target.text()).normalize());
      } catch (InvalidPathException e) {
        lose();
      }
    }
    if (folders.size() > MAX) {
      lose();
    }
  }

  /** Returns where a path may lead, as written and with its links resolved. */
  List<Path> candidates(String text) {
    List<Path> all = new ArrayList<>();
    for (Path folder : folders) {
      try {
        Path path = folder.resolve(text);
        all.add(path.normalize());
        all.add(RealPaths.resolve(path));
      } catch (InvalidPathException | IOException e) {
        // No path, or one that cannot be looked at: its written form, if any, was added.
        continue;
      }
    }
    return all;
  }
}
