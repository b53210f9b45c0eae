package dev.talaria.guard.commands;

import dev.talaria.guard.paths.Glob;
import dev.talaria.guard.paths.RealPaths;
import dev.talaria.guard.shell.ShellToken.Redirection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The runtime's home, its distribution and its command are not for those it serves. */
final class RuntimeRule implements Rule {
  private static final String COMMAND = "talaria";

  private final Set<Path> folders = new LinkedHashSet<>();

  RuntimeRule(List<Path> protectedPaths) {
    for (Path path : protectedPaths) {
      Path absolute = path.toAbsolutePath().normalize();
      folders.add(absolute);
      try {
        folders.add(RealPaths.resolve(absolute));
      } catch (IOException e) {
        // Protected as it is written.
        continue;
      }
    }
  }

  @Override
  public Optional<String> against(Invocation invocation, Places places, WordExpander expander) {
    if (invocation.program().matches(COMMAND + "(\\.(bat|cmd|exe|sh))?")) {
      return Optional.of("the command '" + COMMAND + "' is the operator's");
    }
    List<Argument> words = new ArrayList<>(invocation.arguments());
    words.add(invocation.name());
    for (Redirection redirection : invocation.redirections()) {
      words.addAll(expander.expand(redirection.target()));
    }
    for (Argument word : words) {
      if (names(word, places)) {
        return Optional.of("it reaches into a folder of the runtime");
      }
    }
    return Optional.empty();
  }

  private boolean names(Argument word, Places places) {
    String text = word.text();
    for (Path folder : folders) {
      String name = folder.getFileName() == null ? "" : folder.getFileName().toString();
      boolean telling = name.startsWith(".") && name.length() > 2;
      if (text.toLowerCase(Locale.ROOT).contains(folder.toString().toLowerCase(Locale.ROOT))
          || (telling && hasComponent(text, name))) {
        return true;
      }
    }
    if (text.contains("dev.talaria.launcher")) {
      return true;
    }
    for (String part : WordParts.of(text)) {
      for (Path path : places.candidates(part)) {
        if (folders.stream().anyMatch(f -> leads(path, f, word.pattern()))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasComponent(String text, String name) {
    for (String part : text.split("[/=:,\\s\"']")) {
      if (part.equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean leads(Path path, Path folder, boolean pattern) {
    if (path.startsWith(folder)) {
      return true;
    }
    if (!pattern || path.getNameCount() < folder.getNameCount()) {
      return false;
    }
    for (int i = 0; i < folder.getNameCount(); i++) {
      String glob = path.getName(i).toString();
      String name = folder.getName(i).toString();
      boolean hidden = name.startsWith(".") && !glob.startsWith(".") && !glob.startsWith("[");
      if (hidden || !matches(glob, name)) {
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
