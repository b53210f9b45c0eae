package dev.talaria.guard.paths;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What nobody may touch, wherever the roots are. Rules are of two kinds: folders with all that is
 * in them, and name patterns that hold anywhere. All ignore case and, as some file systems do,
 * trailing dots, blanks and what follows a colon: a deny list may say no once too often, never once
 * too seldom. Immutable.
 */
public final class DenyRules {
  private final List<Subtree> subtrees;
  private final List<Names> names;

  private record Subtree(List<String> components, boolean read, String what) {}

  private record Names(Glob glob, boolean read, String what) {}

  private DenyRules(List<Subtree> subtrees, List<Names> names) {
    this.subtrees = List.copyOf(subtrees);
    this.names = List.copyOf(names);
  }

  /** Begins an empty list. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins a list that continues this one. */
  public Builder extend() {
    Builder builder = new Builder();
    builder.subtrees.addAll(subtrees);
    builder.names.addAll(names);
    return builder;
  }

  /**
   * Returns what stands against an access, in words that end the sentence "it is ...".
   *
   * @param path resolved
   */
  public Optional<String> reason(Path path, Access access) {
    List<String> components = components(path);
    for (Subtree rule : subtrees) {
      if ((access == Access.WRITE || rule.read) && startsWith(components, rule.components)) {
        return Optional.of(rule.what);
      }
    }
    for (Names rule : names) {
      if ((access == Access.WRITE || rule.read) && matchesAnywhere(rule.glob, components)) {
        return Optional.of(rule.what);
      }
    }
    return Optional.empty();
  }

  private static boolean startsWith(List<String> components, List<String> prefix) {
    return components.size() >= prefix.size()
        && components.subList(0, prefix.size()).equals(prefix);
  }

  /** A pattern of n components denies every path in which n neighbours match, and all below. */
  private static boolean matchesAnywhere(Glob glob, List<String> components) {
    int width = glob.minimumComponents();
    for (int from = 0; from + width <= components.size(); from++) {
      if (glob.matchesComponents(components.subList(from, from + width))) {
        return true;
      }
    }
    return false;
  }

  private static List<String> components(Path path) {
    List<String> all = new ArrayList<>(path.getNameCount() + 1);
    all.add(path.getRoot() == null ? "" : path.getRoot().toString().toLowerCase(Locale.ROOT));
    for (Path name : path) {
      all.add(fold(name.toString()));
    }
    return all;
  }

  private static String fold(String name) {
    int colon = name.indexOf(':');
    int end = colon > 0 ? colon : name.length();
    while (end > 1 && (name.charAt(end - 1) == '.' || name.charAt(end - 1) == ' ')) {
      end--;
    }
    return name.substring(0, end).toLowerCase(Locale.ROOT);
  }

  /** Collects rules. Not thread-safe. */
  public static final class Builder {
    private final List<Subtree> subtrees = new ArrayList<>();
    private final List<Names> names = new ArrayList<>();

    private Builder() {}

    /** Denies a folder or file and all that is in it, resolved and as written. */
    public Builder folder(Path path, String what) {
      return addFolder(path, true, what);
    }

    /** Denies changes to a folder or file and all that is in it; reading is not touched. */
    public Builder folderForWriting(Path path, String what) {
      return addFolder(path, false, what);
    }

    /** Denies every path with neighbouring components that match, and what is below. */
    public Builder names(String glob, String what) {
      names.add(new Names(Glob.ignoringCase(glob), true, what));
      return this;
    }

    /** As {@link #names}, but reading is not touched. */
    public Builder namesForWriting(String glob, String what) {
      names.add(new Names(Glob.ignoringCase(glob), false, what));
      return this;
    }

    /**
     * Adds one line of an operator's list: an absolute path, or a glob on names.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public Builder operatorRule(String line) {
      String rule = line.strip();
      if (Path.of(rule).isAbsolute() && rule.indexOf('*') < 0) {
        return folder(Path.of(rule), "on the operator's deny list");
      }
      return names(rule.startsWith("/") ? rule.substring(1) : rule, "on the operator's deny list");
    }

    /** Returns the list; later changes of this builder do not reach it. */
    public DenyRules build() {
      return new DenyRules(subtrees, names);
    }

    private Builder addFolder(Path path, boolean read, String what) {
      Path absolute = Objects.requireNonNull(path, "path").toAbsolutePath().normalize();
      subtrees.add(new Subtree(components(absolute), read, what));
      try {
        Path real = RealPaths.resolve(absolute);
        if (!real.equals(absolute)) {
          subtrees.add(new Subtree(components(real), read, what));
        }
      } catch (IOException e) {
        // What cannot be looked at (no permission, a loop) stays denied as it was written.
        return this;
      }
      return this;
    }
  }
}
