package dev.talaria.safeterminal.internal;

import dev.talaria.guard.paths.Access;
import dev.talaria.guard.paths.PathDecision;
import dev.talaria.guard.paths.PathPolicy;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that whatever could be a path among a command's words stays in the workspace: words with a
 * slash, and words that name something there. Immutable.
 */
final class PathArguments {
  private static final int LONGEST = 4096;

  private final PathPolicy policy;
  private final Path folder;

  PathArguments(PathPolicy policy, Path folder) {
    this.policy = policy;
    this.folder = folder;
  }

  /** Returns what stands against the words behind a program's name. */
  Optional<String> refusal(List<String> command) {
    if (command.get(0).equals("echo")) {
      // It prints its words and opens nothing.
      return Optional.empty();
    }
    for (String word : command.subList(1, command.size())) {
      if (word.length() > LONGEST) {
        return Optional.of("an argument is longer than " + LONGEST + " characters");
      }
      for (String candidate : candidates(word)) {
        Optional<String> reason = refusal(candidate);
        if (reason.isPresent()) {
          return reason;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refusal(String candidate) {
    boolean path =
        candidate.indexOf('/') >= 0
            || candidate.indexOf('\\') >= 0
            || candidate.startsWith("..")
            || candidate.startsWith("~")
            || exists(candidate);
    return path && policy.decide(candidate, folder, Access.READ) instanceof PathDecision.Refused no
        ? Optional.of(no.reason())
        : Optional.empty();
  }

  private boolean exists(String candidate) {
    try {
      return Files.exists(folder.resolve(candidate), LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      // No program could open it either.
      return false;
    }
  }

  /** A path can be a word, stand behind an equals sign, or be glued to option letters. */
  private static Set<String> candidates(String word) {
    Set<String> all = new LinkedHashSet<>();
    if (!word.startsWith("-")) {
      all.add(word);
    } else {
      int letters = 1;
      while (letters < word.length() && Character.isLetterOrDigit(word.charAt(letters))) {
        letters++;
        all.add(word.substring(letters));
      }
      int slash = word.indexOf('/');
      int up = word.indexOf("..");
      all.add(slash < 0 ? "" : word.substring(slash));
      all.add(up < 0 ? "" : word.substring(up));
    }
    all.add(word.substring(word.indexOf('=') + 1));
    all.remove("");
    all.remove(word.startsWith("-") ? word : "");
    return all;
  }
}
