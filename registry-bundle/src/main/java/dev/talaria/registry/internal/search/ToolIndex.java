package dev.talaria.registry.internal.search;

import dev.talaria.api.ToolInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds tools by words: Okapi BM25 over weighted fields, that is, a word in the name counts as if
 * it were there several times. Immutable. Equal scores are ordered by name, so the same tools and
 * the same query always give the same answer.
 */
public final class ToolIndex {
  // The usual values (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
  private static final double SATURATION = 1.2;
  private static final double LENGTH = 0.75;

  private static final double NAME = 5;
  private static final double TITLE = 3;
  private static final double TOOLSET = 2;
  private static final double DESCRIPTION = 1;
  private static final double PARAMETER = 1;
  private static final double PARAMETER_TEXT = 0.5;

  /** Schemas may be nested as deep as they like; the search looks no deeper than this. */
  private static final int MAX_DEPTH = 4;

  private final List<ToolInfo> tools;
  private final Map<String, Map<Integer, Double>> postings = new HashMap<>();
  private final double[] lengths;
  private final double averageLength;

  private ToolIndex(List<ToolInfo> tools, JsonMapper mapper) {
    this.tools = tools;
    this.lengths = new double[tools.size()];
    double sum = 0;
    for (int i = 0; i < tools.size(); i++) {
      ToolInfo tool = tools.get(i);
      add(i, tool.name(), NAME);
      add(i, tool.title(), TITLE);
      add(i, tool.toolset(), TOOLSET);
      add(i, tool.description(), DESCRIPTION);
      addParameters(i, schema(tool, mapper), 0);
      sum += lengths[i];
    }
    this.averageLength = tools.isEmpty() ? 1 : Math.max(1, sum / tools.size());
  }

  /** Makes the index of these tools. */
  public static ToolIndex of(Collection<ToolInfo> tools, JsonMapper mapper) {
    return new ToolIndex(List.copyOf(tools), mapper);
  }

  private static JsonNode schema(ToolInfo tool, JsonMapper mapper) {
    try {
      return mapper.readTree(tool.inputSchema());
    } catch (JacksonException e) {
      // A call of it will say what is wrong; it can still be found by its texts.
      return mapper.missingNode();
    }
  }

  private void addParameters(int tool, JsonNode schema, int depth) {
    if (depth >= MAX_DEPTH) {
      return;
    }
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      add(tool, property.getKey(), PARAMETER);
      add(tool, property.getValue().path("description").asString(""), PARAMETER_TEXT);
      addParameters(tool, property.getValue(), depth + 1);
    }
  }

  private void add(int tool, String text, double weight) {
    for (String word : Words.of(text)) {
      postings.computeIfAbsent(word, w -> new HashMap<>()).merge(tool, weight, Double::sum);
      lengths[tool] += weight;
    }
  }

  /**
   * Returns the tools that fit best, the best first. A tool whose name is the query comes before
   * all others. If no word of the query is known, tools are found whose names contain it.
   *
   * @param limit how many at most
   */
  public List<ToolInfo> search(String query, int limit) {
    String wanted = query.strip().toLowerCase(Locale.ROOT);
    Map<Integer, Double> scores = new HashMap<>();
    for (String word : new LinkedHashSet<>(Words.of(query))) {
      Map<Integer, Double> found = postings.getOrDefault(word, Map.of());
      double rarity = Math.log(1 + (tools.size() - found.size() + 0.5) / (found.size() + 0.5));
      found.forEach(
          (tool, frequency) ->
              scores.merge(tool, rarity * saturated(frequency, lengths[tool]), Double::sum));
    }
    Set<Integer> ranked = new LinkedHashSet<>();
    for (int i = 0; i < tools.size() && !wanted.isEmpty(); i++) {
      if (tools.get(i).name().toLowerCase(Locale.ROOT).equals(wanted)) {
        ranked.add(i);
      }
    }
    scores.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(e -> tools.get(e.getKey()).name()))
        .forEach(entry -> ranked.add(entry.getKey()));
    if (ranked.isEmpty() && !wanted.isEmpty()) {
      return containing(wanted, limit);
    }
    List<ToolInfo> best = new ArrayList<>();
    ranked.stream().limit(limit).forEach(i -> best.add(tools.get(i)));
    return best;
  }

  private double saturated(double frequency, double length) {
    return frequency
        * (SATURATION + 1)
        / (frequency + SATURATION * (1 - LENGTH + LENGTH * length / averageLength));
  }

  private List<ToolInfo> containing(String text, int limit) {
    return tools.stream()
        .filter(tool -> tool.name().toLowerCase(Locale.ROOT).contains(text))
        .sorted(Comparator.comparing(ToolInfo::name))
        .limit(limit)
        .toList();
  }
}
