package dev.talaria.guard.commands;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No recursive delete of the root, of system folders or of home folders. */
final class DeletionRule implements Rule {
  /** Folders that must stay, with all in them. */
  private static final List<Path> WHOLE =
      paths(
          "/bin",
          "/boot",
          "/dev",
          "/etc",
          "/lib",
          "/lib32",
          "/lib64",
          "/libx32",
          "/proc",
          "/sbin",
          "/sys",
          "/usr",
          "/System",
          "/Library",
          "/Applications",
          "/private/etc",
          "/var/lib",
          "/var/log");

  /** Folders that must stay; what is in a folder of theirs may go. */
  private static final List<Path> THEMSELVES =
      paths(
          "/",
          "/home",
          "/media",
          "/mnt",
          "/opt",
          "/private",
          "/root",
          "/run",
          "/srv",
          "/tmp",
          "/var",
          "/Users",
          "/Volumes",
          "/private/var");

  private static final Set<String> FIND_DELETES = Set.of("-delete");
  private static final Set<String> FIND_RUNS = Set.of("-exec", "-execdir", "-ok", "-okdir");

  private final Path userHome;

  DeletionRule(Path userHome) {
    this.userHome = userHome;
  }

  @Override
  public Optional<String> against(Invocation invocation, Places places, WordExpander expander) {
    List<Argument> targets =
        switch (invocation.program()) {
          case "rm", "srm" -> removed(invocation);
          case "find" -> deletes(invocation) ? findRoots(invocation) : List.of();
          default -> List.of();
        };
    if (invocation.program().equals("rm")
        && invocation.arguments().stream().anyMatch(a -> a.text().startsWith("--no-p"))) {
      return Optional.of("'--no-preserve-root' deletes the whole system");
    }
    if (!targets.isEmpty() && places.linksMade()) {
      return Optional.of("links are made before a recursive delete; do that in two calls");
    }
    return targets.stream()
        .map(target -> judge(target, places))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> judge(Argument target, Places places) {
    if (!target.known()) {
      return Optional.of(
          "a recursive delete of a computed path cannot be checked; write the path out");
    }
    String text = withoutPattern(target);
    if (!text.startsWith("/") && !places.isSure()) {
      return Optional.of(
          "a recursive delete after 'cd' to a computed folder cannot be checked; use a full path");
    }
    for (Path path : places.candidates(text.isEmpty() ? "." : text)) {
      if (isCritical(path)) {
        return Optional.of("recursive delete of " + path);
      }
    }
    return Optional.empty();
  }

  private boolean isCritical(Path path) {
    return THEMSELVES.contains(path)
        || userHome.startsWith(path)
        || WHOLE.stream().anyMatch(path::startsWith)
        || (path.getParent() != null
            && (path.getParent().equals(Path.of("/home"))
                || path.getParent().equals(Path.of("/Users"))))
        || path.getParent() == null;
  }

  /** A pattern stands for what is in the folder in front of it. */
  private static String withoutPattern(Argument target) {
    if (!target.pattern()) {
      return target.text();
    }
    int active = 0;
    while (active < target.text().length() && "*?[".indexOf(target.text().charAt(active)) < 0) {
      active++;
    }
    int slash = target.text().lastIndexOf('/', active);
    boolean inComponent = target.text().indexOf('/', active) < 0;
    String folder = slash < 0 ? "" : target.text().substring(0, slash + 1);
    String begun = target.text().substring(slash + 1, active);
    // 'build-*' names some entries, '*' or '.*' all of them.
    boolean some = inComponent && !begun.isEmpty() && !begun.equals(".");
    return some ? target.text() : folder;
  }

  /** What is unknown may be an option; in quotes it is one word, so the others are the targets. */
  private static List<Argument> removed(Invocation invocation) {
    List<Argument> operands = operands(invocation);
    boolean recursive =
        invocation.hasOption('r', "--recursive")
            || invocation.hasOption('R', "--recursive")
            || invocation.arguments().stream()
                .anyMatch(a -> a.splits() || (!a.known() && a.isOption()));
    return recursive
        ? operands
        : operands.stream().anyMatch(a -> a.text().startsWith(Argument.UNKNOWN))
            ? operands.stream().filter(Argument::known).toList()
            : List.of();
  }

  private static List<Argument> operands(Invocation invocation) {
    int end = 0;
    while (end < invocation.arguments().size()
        && !invocation.arguments().get(end).text().equals("--")) {
      end++;
    }
    int from = end;
    return java.util.stream.IntStream.range(0, invocation.arguments().size())
        .filter(i -> i > from || !invocation.arguments().get(i).isOption())
        .mapToObj(i -> invocation.arguments().get(i))
        .filter(a -> !a.text().equals("--"))
        .toList();
  }

  private static boolean deletes(Invocation invocation) {
    List<String> texts = invocation.arguments().stream().map(Argument::text).toList();
    return texts.stream().anyMatch(FIND_DELETES::contains)
        || (texts.stream().anyMatch(FIND_RUNS::contains)
            && texts.stream().anyMatch(t -> t.matches("(.*/)?(rm|shred|unlink|srm)")));
  }

  private static List<Argument> findRoots(Invocation invocation) {
    List<Argument> roots =
        invocation.arguments().stream()
            .filter(a -> !Set.of("-H", "-L", "-P").contains(a.text()))
            .takeWhile(a -> !a.isOption() && !Set.of("(", "!").contains(a.text()))
            .toList();
    return roots.isEmpty() ? List.of(Argument.plain(".")) : roots;
  }

  private static List<Path> paths(String... all) {
    return java.util.Arrays.stream(all).map(Path::of).toList();
  }
}
