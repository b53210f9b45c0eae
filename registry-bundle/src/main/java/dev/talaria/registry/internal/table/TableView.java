package dev.talaria.registry.internal.table;

import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.definition.ToolDefinitions;
import dev.talaria.registry.internal.toolset.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** What sessions with one filter see of one table; the list is made at the first use. */
final class TableView implements ToolView {
  /** Variants beyond this number are made at each use, so that the map has a bound. */
  private static final int MAX_VARIANTS = 16;

  private final ToolTable table;
  private final Selection selection;
  private final boolean agent;
  private final Map<Object, ToolView> variants = new ConcurrentHashMap<>();
  private volatile List<ToolInfo> tools;

  /** One for each form that was asked for; there are six. */
  private volatile Map<DefinitionOptions, Definitions> definitions = Map.of();

  /**
   * Creates a view.
   *
   * @param agent whether tools that only an agent's own loop carries out are seen
   */
  TableView(ToolTable table, Selection selection, boolean agent) {
    this.table = table;
    this.selection = selection;
    this.agent = agent;
  }

  @Override
  public long generation() {
    return table.generation();
  }

  @Override
  public long epoch() {
    return table.epoch();
  }

  @Override
  public List<ToolInfo> tools() {
    List<ToolInfo> known = tools;
    if (known == null) {
      // Two first readers may both make the list; they are equal.
      List<ToolInfo> made = new ArrayList<>();
      for (NameEntry entry : table.entries()) {
        if (sees(entry)) {
          made.add(entry.standing());
        }
      }
      known = List.copyOf(made);
      tools = known;
    }
    return known;
  }

  @Override
  public Definitions definitions(DefinitionOptions options) {
    Definitions known = definitions.get(options);
    if (known == null) {
      // As with the list: two first readers may both make them.
      known =
          ToolDefinitions.of(
              options, tools().stream().map(tool -> table.entry(tool.name()).defined()).toList());
      Map<DefinitionOptions, Definitions> more = new HashMap<>(definitions);
      more.put(options, known);
      definitions = Map.copyOf(more);
    }
    return known;
  }

  ToolView variant(Object variant, UnaryOperator<ToolView> make) {
    ToolView known = variants.get(variant);
    if (known != null) {
      return known;
    }
    ToolView made = make.apply(this);
    if (variants.size() >= MAX_VARIANTS) {
      return made;
    }
    ToolView other = variants.putIfAbsent(variant, made);
    return other == null ? made : other;
  }

  /** Whether the tool would be seen if it could be called and the operator allowed it. */
  boolean includes(NameEntry entry) {
    return (agent || !entry.isForAgentLoop()) && selection.includes(entry.standing());
  }

  private boolean sees(NameEntry entry) {
    return table.isOffered(entry) && includes(entry);
  }

  @Override
  public Optional<ToolInfo> find(String name) {
    NameEntry entry = table.entry(name);
    return sees(entry) ? Optional.of(entry.standing()) : Optional.empty();
  }
}
