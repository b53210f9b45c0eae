package dev.talaria.guard.commands;

import dev.talaria.guard.paths.Glob;
import dev.talaria.guard.paths.RealPaths;
import dev.talaria.guard.shell.ShellToken.Redirection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The runtime's home is not reached by a roundabout way: by a path of which a part is computed, by
 * work through a folder above it, or by a link to such a folder. A word that is computed as a whole
 * is not refused: what it will be is known to the shell alone.
 */
final class HomeRule implements Rule {
  /** They go through folders without being told to; without a path, through the current one. */
  private static final Set<String> WALK =
      Set.of("find", "fd", "fdfind", "tree", "rg", "ag", "ack", "rgrep", "ncdu");

  /** They go through folders that they are given. */
  private static final Set<String> WALK_GIVEN =
      Set.of(
          "rsync", "tar", "bsdtar", "zip", "7z", "7za", "pax", "git", "unzip", "gtar", "ln",
          "link");

  private static final String REACHES = "it could reach into the runtime's home";

  private final Set<Path> homes = new LinkedHashSet<>();

  HomeRule(Path home) {
    Path absolute = home.toAbsolutePath().normalize();
    homes.add(absolute);
    try {
      homes.add(RealPaths.resolve(absolute));
    } catch (IOException e) {
      // Protected as it is written: what cannot be resolved cannot be reached by another name.
      homes.add(absolute);
    }
  }

  @Override
  public Optional<String> against(Invocation invocation, Places places, WordExpander expander) {
    List<Argument> words = new ArrayList<>(invocation.arguments());
    words.add(invocation.name());
    for (Redirection redirection : invocation.redirections()) {
      words.addAll(expander.expand(redirection.target()));
    }
    boolean formats = Set.of("printf", "seq").contains(invocation.program());
    for (Argument word : words) {
      Argument looked = formats ? formatted(word) : word;
      for (String part : WordParts.of(looked.text())) {
        if (computes(looked, part, places)
            ? couldReach(looked, part, places)
            : begins(part, places)) {
          return Optional.of(REACHES + " by a path that is put together; write the path out");
        }
      }
    }
    return walks(invocation) ? throughAbove(invocation, places) : Optional.empty();
  }

  /** What {@code printf} puts in the place of a directive is not looked into. */
  private static Argument formatted(Argument word) {
    String text = word.text().replaceAll("%[-+ #0-9.*']*[A-Za-z]", Argument.UNKNOWN);
    return text.equals(word.text())
        ? word
        : new Argument(text, false, word.pattern(), word.splits());
  }

  private static boolean computes(Argument word, String part, Places places) {
    return !word.known() || (word.pattern() && part.contains("**")) || !places.isSure();
  }

  private boolean couldReach(Argument word, String part, Places places) {
    String known = ComputedPath.known(part);
    if (known.equals("//")) {
      return false; // The host of an address.
    }
    List<String> meant = new ArrayList<>();
    if (known.startsWith("/") || known.isEmpty()) {
      meant.add(part);
    } else {
      int slash = known.lastIndexOf('/');
      String folder = slash < 0 ? "." : known.substring(0, slash + 1);
      String rest = part.substring(slash + 1);
      for (Path path : places.candidates(folder)) {
        meant.add((path.getParent() == null ? "" : path) + "/" + rest);
      }
    }
    if (!known.startsWith("/") && !places.isSure()) {
      meant.add(Argument.UNKNOWN + "/" + part);
    }
    int up = part.lastIndexOf("/../");
    if (up >= known.length()) {
      meant.add(Argument.UNKNOWN + part.substring(up + 3));
    }
    boolean pattern = word.pattern();
    return meant.stream()
        .map(text -> new ComputedPath(text.replaceAll("/{2,}", "/"), pattern))
        .anyMatch(path -> homes.stream().anyMatch(home -> path.couldLeadInto(home.toString())));
  }

  /** The begin of the home's own name, where nothing of this name is, waits to be completed. */
  private boolean begins(String part, Places places) {
    for (Path path : places.candidates(part)) {
      for (Path home : homes) {
        String name = name(home);
        String begun = name(path);
        if (begun.length() > 1
            && begun.length() < name.length()
            && name.startsWith(begun)
            && java.util.Objects.equals(path.getParent(), home.getParent())
            && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String name(Path path) {
    return path.getFileName() == null ? "" : path.getFileName().toString().toLowerCase(Locale.ROOT);
  }

  private static boolean walks(Invocation invocation) {
    String program = invocation.program();
    return WALK.contains(program)
        || WALK_GIVEN.contains(program)
        || switch (program) {
          case "grep", "egrep", "fgrep", "zgrep" ->
              invocation.hasOption('r', "--recursive")
                  || invocation.hasOption('R', "--dereference-recursive")
                  || invocation.hasOption('d', "--directories");
          case "ls", "dir", "vdir" -> invocation.hasOption('R', "--recursive");
          case "du" -> invocation.hasOption('a', "--all");
          case "cp", "scp", "chmod", "chown", "chgrp", "diff" ->
              invocation.hasOption('r', "--recursive")
                  || invocation.hasOption('R', "--recursive")
                  || invocation.hasOption('a', "--archive")
                  || invocation.hasOption('s', "--symbolic-link");
          case "mv" -> true;
          default -> false;
        };
  }

  private Optional<String> throughAbove(Invocation invocation, Places places) {
    List<Argument> words = new ArrayList<>(invocation.arguments());
    String program = invocation.program();
    if (program.equals("mv") && !words.isEmpty()) {
      words.remove(
          words.size() - 1); // Something may be moved into a folder above, not that folder.
    }
    if (!WALK_GIVEN.contains(program) && !Set.of("cp", "scp", "mv").contains(program)) {
      words.add(Argument.plain("."));
    }
    for (Argument word : words) {
      for (String part : WordParts.of(word.text())) {
        for (Path path : places.candidates(part)) {
          if (homes.stream().anyMatch(home -> isAbove(path, home, word.pattern()))) {
            return Optional.of(
                "'"
                    + program
                    + "' works through "
                    + part
                    + ", a folder above the runtime's home; name the folder inside the workspace"
                    + " that you mean");
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isAbove(Path path, Path home, boolean pattern) {
    if (!pattern) {
      return home.startsWith(path);
    }
    if (path.getNameCount() > home.getNameCount()) {
      return false;
    }
    for (int i = 0; i < path.getNameCount(); i++) {
      if (!matches(path.getName(i).toString(), home.getName(i).toString())) {
        return false;
      }
    }
    return true;
  }

  private static boolean matches(String glob, String name) {
    try {
      return Glob.ignoringCase(glob).matches(name);
    } catch (IllegalArgumentException e) {
      // A pattern that cannot be read may match.
      return true;
    }
  }
}
