package dev.talaria.registry.internal.call;

import dev.talaria.api.ToolInfo;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out which tool an agent means by a name that is none. Exact hits of a spelling go first, in
 * a fixed order; a mere likeness counts only for tools that change nothing. Pure functions.
 */
final class NameRepair {
  /** The least likeness that counts, of 1. */
  private static final double LIKE = 0.7;

  /** Longer names are no slips of a pen. */
  private static final int MAX_LENGTH = 128;

  private static final int MAX_SHOWN = 50;

  // Some providers let the rest of an XML tag leak into the name.
  private static final Pattern LEAK = Pattern.compile("[\"'`<>]");
  private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
  private static final Pattern SUFFIX = Pattern.compile("[_-]?tool$");

  private NameRepair() {}

  /**
   * Returns the tool that is meant, if that can be said.
   *
   * @param said what the agent wrote
   * @param isTool whether a name is a tool of its session
   * @param tools all of them, ordered by name
   * @param isHarmless whether a tool may be taken for a mere likeness
   */
  static Optional<String> repair(
      String said, Predicate<String> isTool, List<ToolInfo> tools, Predicate<ToolInfo> isHarmless) {
    if (said.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String cut = cut(said);
    if (cut.isEmpty()) {
      return Optional.empty();
    }
    for (String spelling : spellings(cut)) {
      if (isTool.test(spelling)) {
        return Optional.of(spelling);
      }
    }
    return nearest(cut, tools).filter(isHarmless).map(ToolInfo::name);
  }

  private static String cut(String said) {
    return LEAK.split(said, 2)[0].strip();
  }

  private static Set<String> spellings(String name) {
    Set<String> spellings = new LinkedHashSet<>();
    spellings.add(name);
    add(spellings, name);
    String stem = name;
    for (int i = 0; i < 2; i++) {
      String shorter = withoutSuffix(stem);
      if (shorter.equals(stem)) {
        break;
      }
      stem = shorter;
      spellings.add(stem);
      add(spellings, stem);
    }
    spellings.remove("");
    return spellings;
  }

  private static void add(Set<String> spellings, String name) {
    spellings.add(lower(name));
    spellings.add(underscored(lower(name)));
    spellings.add(underscored(lower(HUMP.matcher(name).replaceAll("_"))));
  }

  private static String withoutSuffix(String name) {
    String end = SUFFIX.matcher(lower(name)).replaceFirst("");
    return name.substring(0, end.length());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String underscored(String name) {
    return name.replace('-', '_').replace(' ', '_');
  }

  private record Near(ToolInfo tool, double likeness) {}

  /** The most alike, the first by name of several; a less alike one is not what was meant. */
  private static Optional<ToolInfo> nearest(String said, List<ToolInfo> tools) {
    return near(said, tools).findFirst().map(Near::tool);
  }

  private static Stream<Near> near(String said, List<ToolInfo> tools) {
    String name = lower(said);
    return tools.stream()
        .map(tool -> new Near(tool, Likeness.of(name, lower(tool.name()), LIKE)))
        .filter(near -> near.likeness() >= LIKE)
        .sorted(Comparator.comparingDouble(Near::likeness).reversed());
  }

  /**
   * Returns what to answer to an agent that calls a tool that its session does not have.
   *
   * @param tools that it has, ordered by name
   */
  static String unknown(String said, List<ToolInfo> tools) {
    String cut = cut(said.length() > MAX_LENGTH ? said.substring(0, MAX_LENGTH) : said);
    if (cut.isEmpty()) {
      return "Unknown tool: the name is empty; call a tool by its name";
    }
    if (tools.isEmpty()) {
      return "Unknown tool: " + cut + ". There are no tools in this session";
    }
    Set<String> shown = new LinkedHashSet<>();
    near(cut, tools).map(near -> near.tool().name()).limit(MAX_SHOWN).forEach(shown::add);
    for (ToolInfo tool : tools) {
      if (shown.size() >= MAX_SHOWN) {
        break;
      }
      shown.add(tool.name());
    }
    int more = tools.size() - shown.size();
    return "Unknown tool: "
        + cut
        + ". The tools of this session are: "
        + String.join(", ", shown)
        + (more > 0 ? " and " + more + " more" : "");
  }
}
