package dev.talaria.formats.cfg;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of the runtime's own configurations that close a door, and what an operator may have
 * written in their place. A key that nobody knows is normally no more than a warning; where it
 * looks like one that closes, nobody would notice that what was to be closed is open. Stateless.
 *
 * <p>Known here, and not asked of Metatype, because files are read before any bundle has said what
 * its keys are.
 */
public final class ClosingKeys {
  private static final Map<String, Set<String>> BY_PID =
      Map.of(
          "dev.talaria.registry", Set.of("required_owner"),
          "dev.talaria.plugin", Set.of("enabled"),
          "dev.talaria.toolsets", Set.of("enabled", "disabled"),
          "dev.talaria.deploy", Set.of("trust", "trusted_signers"),
          "dev.talaria.files", Set.of("deny"),
          "dev.talaria.terminal", Set.of("deny", "approval"));

  /** From this length on two slips of the pen are taken for one word. */
  private static final int LONG_WORD = 6;

  private ClosingKeys() {}

  /**
   * Returns the closing keys of a configuration; none where the runtime has no such configuration.
   *
   * @param pid with {@code ~name} for one of a factory
   */
  public static Set<String> of(String pid) {
    return BY_PID.getOrDefault(PidFileNames.factoryPid(pid).orElse(pid), Set.of());
  }

  /**
   * Returns the closing key that somebody probably meant.
   *
   * @param key as it is written
   * @return empty when the key is a closing key itself or looks like none
   */
  public static Optional<String> meantBy(String pid, String key) {
    Set<String> closing = of(pid);
    return closing.contains(key)
        ? Optional.empty()
        : closing.stream()
            .filter(known -> resembles(key, known))
            .min(
                Comparator.comparingInt((String known) -> distance(letters(key), letters(known)))
                    .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Returns what is wrong with the first key of a file that looks like a closing one and is none.
   *
   * @param file its name, for the message
   */
  public static Optional<CfgProblem> problem(String pid, String file, CfgDocument document) {
    return problem(pid, file, document.keys(), document);
  }

  /** As above, for keys that are to be written to a file. */
  public static Optional<CfgProblem> problem(String pid, String file, Iterable<String> keys) {
    return problem(pid, file, keys, CfgDocument.empty());
  }

  private static Optional<CfgProblem> problem(
      String pid, String file, Iterable<String> keys, CfgDocument document) {
    for (String key : keys) {
      Optional<String> meant = meantBy(pid, key);
      if (meant.isPresent()) {
        return Optional.of(
            new CfgProblem(
                file,
                document.lineOf(key),
                key,
                "nobody knows this key, and it looks like "
                    + meant.get()
                    + ", which closes something; write "
                    + meant.get()
                    + " or remove the line"));
      }
    }
    return Optional.empty();
  }

  private static boolean resembles(String key, String known) {
    String written = letters(key);
    String meant = letters(known);
    return written.contains(meant)
        || written.startsWith(meant.substring(0, meant.length() - 1))
        || distance(written, meant) <= (meant.length() < LONG_WORD ? 1 : 2);
  }

  private static String letters(String key) {
    return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Counts letters put in, left out, mistaken and exchanged with their neighbour. */
  private static int distance(String a, String b) {
    int[][] counts = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          counts[i][j] = i + j;
          continue;
        }
        int mistaken = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(
                counts[i - 1][j - 1] + mistaken, 1 + Math.min(counts[i - 1][j], counts[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, counts[i - 2][j - 2] + 1);
        }
        counts[i][j] = least;
      }
    }
    return counts[a.length()][b.length()];
  }
}
