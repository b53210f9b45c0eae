package dev.talaria.deploy.internal.folder;

import dev.talaria.formats.dropped.DroppedKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which names in the folder are meant to be taken. */
public final class FileNames {
  /** Endings by which editors, browsers and copying programs mark what is not finished. */
  private static final List<String> TEMPORARY =
      List.of(
          "~",
          ".tmp",
          ".temp",
          ".part",
          ".partial",
          ".filepart",
          ".crdownload",
          ".download",
          ".swp",
          ".swx");

  private FileNames() {}

  /** Returns why a file of this name is left alone; empty if it is meant to be taken. */
  public static Optional<String> ignored(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (name.startsWith(".") || TEMPORARY.stream().anyMatch(lower::endsWith)) {
      return Optional.of(
          "a temporary name; it is taken once it is renamed to end in .jar or .java");
    }
    return DroppedKind.isDroppable(name)
        ? Optional.empty()
        : Optional.of("not a .jar or .java file");
  }

  /**
   * Checks a name that a file is to be given.
   *
   * @throws IllegalArgumentException if it is no plain name, or one that would be left alone
   */
  public static String requireDeployable(String name) {
    if (name.isEmpty()
        || name.length() > 200
        || name.indexOf('/') >= 0
        || name.indexOf('\\') >= 0
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("'" + name + "' is no plain file name");
    }
    ignored(name)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException("'" + name + "' would be ignored: " + reason);
            });
    return name;
  }
}
