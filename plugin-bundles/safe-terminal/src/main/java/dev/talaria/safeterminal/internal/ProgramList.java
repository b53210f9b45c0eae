package dev.talaria.safeterminal.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The programs that may run. Immutable. */
final class ProgramList {
  /** Options by which listed programs would look into files that nobody named. */
  private static final Map<String, Pattern> HIDDEN_FILES =
      Map.of(
          "grep",
          Pattern.compile("-[A-Za-z0-9]*[rRdf].*|--(r|de|di|f|exclude-f).*"),
          "wc",
          Pattern.compile("--f.*"));

  private final List<List<String>> entries;

  ProgramList(String[] lines) {
    List<List<String>> all = new ArrayList<>();
    Arrays.stream(lines)
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .forEach(line -> all.add(List.of(line.split("\\s+"))));
    entries = List.copyOf(all);
  }

  /** Returns why a command is not run; empty if its program is listed. */
  Optional<String> refusal(List<String> command) {
    boolean listed =
        entries.stream()
            .anyMatch(
                entry ->
                    command.size() >= entry.size()
                        && command.subList(0, entry.size()).equals(entry));
    if (!listed) {
      return Optional.of(
          "'" + command.get(0) + "' is not on the list of programs (" + listing() + ")");
    }
    Pattern hidden = HIDDEN_FILES.get(command.get(0));
    return hidden == null
        ? Optional.empty()
        : command.stream()
            .skip(1)
            .filter(word -> hidden.matcher(word).matches())
            .findFirst()
            .map(
                word ->
                    "'"
                        + command.get(0)
                        + " "
                        + word
                        + "' would read files that are not named; use search_files");
  }

  private String listing() {
    return String.join(", ", entries.stream().map(e -> String.join(" ", e)).toList());
  }
}
