package dev.talaria.registry.internal.search;

import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.definition.DefinedTool;
import dev.talaria.registry.internal.definition.ToolDefinitions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/**
 * A view in which tools are hidden behind a search. Hidden tools are not listed but found by name,
 * since they may be called: what the session has does not change, only what is shown at once.
 * Immutable, except that the index is made at the first search and kept.
 */
public final class SearchView implements ToolView {
  /** A rule of thumb for definitions, which are mostly English words and punctuation. */
  private static final int CHARS_PER_TOKEN = 4;

  private final ToolView base;
  private final SearchSettings settings;
  private final List<ToolInfo> listed;
  private final Map<String, ToolInfo> hidden;
  private final Map<String, ToolInfo> bridges;
  private final Function<String, DefinedTool> defined;
  private volatile ToolIndex index;

  /** One for each form that was asked for; there are six. */
  private volatile Map<DefinitionOptions, Definitions> definitions = Map.of();

  private SearchView(
      ToolView base,
      SearchSettings settings,
      Map<String, ToolInfo> hidden,
      Function<String, DefinedTool> defined) {
    this.base = base;
    this.defined = defined;
    this.settings = settings;
    this.hidden = hidden;
    this.bridges = new TreeMap<>();
    BridgeTool.all(listing()).forEach(tool -> bridges.put(tool.name(), tool));
    List<ToolInfo> shown = new ArrayList<>(bridges.values());
    for (ToolInfo tool : base.tools()) {
      if (!hidden.containsKey(tool.name()) && !bridges.containsKey(tool.name())) {
        shown.add(tool);
      }
    }
    shown.sort(Comparator.comparing(ToolInfo::name));
    this.listed = List.copyOf(shown);
  }

  /**
   * Returns the view that a session is shown: with a search, or the same if there is nothing to
   * hide or no need to.
   *
   * @param isCore says of a name whether the core declares it; such tools are never hidden, whoever
   *     stands for them
   * @param defined gives the definitions of a tool of the view
   */
  public static ToolView of(
      ToolView base,
      SessionOptions options,
      SearchSettings settings,
      Predicate<String> isCore,
      Function<String, DefinedTool> defined) {
    if (options.toolSearch() == ToolSearchMode.OFF) {
      return base;
    }
    Map<String, ToolInfo> hidden = new TreeMap<>();
    long chars = 0;
    for (ToolInfo tool : base.tools()) {
      if (tool.origin() != Origin.BUILTIN
          && !isCore.test(tool.name())
          && !BridgeTool.isOne(tool.name())) {
        hidden.put(tool.name(), tool);
        chars +=
            (long) tool.name().length() + tool.description().length() + tool.inputSchema().length();
      }
    }
    boolean needed =
        options.toolSearch() == ToolSearchMode.ON
            || chars / CHARS_PER_TOKEN > settings.threshold(options.contextTokens());
    return needed && !hidden.isEmpty() ? new SearchView(base, settings, hidden, defined) : base;
  }

  private String listing() {
    long left = (long) settings.listingTokens() * CHARS_PER_TOKEN;
    StringBuilder names = new StringBuilder();
    int told = 0;
    for (String name : hidden.keySet()) {
      left -= name.length() + 2;
      if (left < 0) {
        break;
      }
      names.append(told++ == 0 ? "" : ", ").append(name);
    }
    if (told == 0) {
      return " " + hidden.size() + " tools can be found.";
    }
    return " These can be found: "
        + names
        + (told < hidden.size() ? " and " + (hidden.size() - told) + " more." : ".");
  }

  SearchSettings settings() {
    return settings;
  }

  /** Returns the tool of this name that can be called through the bridge, hidden or not. */
  Optional<ToolInfo> callable(String name) {
    return BridgeTool.isOne(name) ? Optional.empty() : base.find(name);
  }

  ToolIndex index(JsonMapper mapper) {
    ToolIndex known = index;
    if (known == null) {
      // Two first searches may both make it; they are equal.
      known = ToolIndex.of(hidden.values(), mapper);
      index = known;
    }
    return known;
  }

  @Override
  public long generation() {
    return base.generation();
  }

  @Override
  public long epoch() {
    return base.epoch();
  }

  @Override
  public List<ToolInfo> tools() {
    return listed;
  }

  @Override
  public Definitions definitions(DefinitionOptions options) {
    Definitions known = definitions.get(options);
    if (known == null) {
      // Two first readers may both make them; they are equal.
      known = ToolDefinitions.of(options, listed.stream().map(this::defined).toList());
      Map<DefinitionOptions, Definitions> more = new HashMap<>(definitions);
      more.put(options, known);
      definitions = Map.copyOf(more);
    }
    return known;
  }

  private DefinedTool defined(ToolInfo tool) {
    return bridges.containsKey(tool.name())
        ? new DefinedTool(tool, List.of())
        : defined.apply(tool.name());
  }

  @Override
  public Optional<ToolInfo> find(String name) {
    return Optional.ofNullable(bridges.get(name)).or(() -> base.find(name));
  }
}
