package dev.talaria.terminal.internal.access;

import dev.talaria.guard.paths.RuntimeFolders;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Makes the environment of commands: what is listed, and nothing else of the runtime's own. */
final class ChildEnvironment {
  private static final Set<String> PASSED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "TZ",
          "TMPDIR",
          "JAVA_HOME");

  /** Nobody is there to answer a prompt or to leave a pager. */
  private static final Map<String, String> FIXED =
      Map.of("TERM", "dumb", "PAGER", "cat", "GIT_PAGER", "cat", "GIT_TERMINAL_PROMPT", "0");

  private static final String OWN = "TALARIA_";

  private ChildEnvironment() {}

  /**
   * Returns the environment.
   *
   * @param configured lines NAME or NAME=value
   * @param own the runtime's environment
   */
  static Map<String, String> of(
      String[] configured, Map<String, String> own, RuntimeFolders runtime) {
    Map<String, String> result = new LinkedHashMap<>();
    own.forEach(
        (name, value) -> {
          if (PASSED.contains(name) || name.startsWith("LC_")) {
            result.put(name, value);
          }
        });
    result.putAll(FIXED);
    Arrays.stream(configured).map(String::strip).forEach(line -> add(line, own, result));
    result.keySet().removeIf(name -> name.toUpperCase(Locale.ROOT).startsWith(OWN));
    result.computeIfPresent("PATH", (name, path) -> withoutRuntime(path, runtime));
    return Map.copyOf(result);
  }

  private static void add(String line, Map<String, String> own, Map<String, String> into) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      into.put(line.substring(0, equals).strip(), line.substring(equals + 1));
    } else if (own.containsKey(line)) {
      into.put(line, own.get(line));
    }
  }

  /** The operator's command is not found by its bare name. */
  private static String withoutRuntime(String path, RuntimeFolders runtime) {
    List<String> kept = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      if (!entry.isEmpty() && runtime.all().stream().noneMatch(f -> isIn(entry, f))) {
        kept.add(entry);
      }
    }
    return String.join(File.pathSeparator, kept);
  }

  private static boolean isIn(String entry, Path folder) {
    try {
      return Path.of(entry).normalize().startsWith(folder.normalize());
    } catch (InvalidPathException e) {
      // Not a folder of anybody.
      return false;
    }
  }
}
