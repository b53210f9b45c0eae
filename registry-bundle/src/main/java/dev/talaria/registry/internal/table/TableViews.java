package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.toolset.Catalog;
import dev.talaria.registry.internal.toolset.McpTools;
import dev.talaria.registry.internal.toolset.OperatorRule;
import dev.talaria.registry.internal.toolset.Selection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What sessions see of one table: made when it is first asked for, and shared by sessions that see
 * the same. Lives and dies with the table. Lock-free: two first readers may both make a thing; they
 * are equal.
 */
final class TableViews {
  /** Kinds of sessions beyond this number get views of their own, so that the map has a bound. */
  private static final int MAX_SHARED = 256;

  private final ToolTable table;
  private final Catalog catalog;
  private final TableView everything;
  private final TableView everythingButAgentLoops;
  private final Map<List<ToolFilter>, TableView> ofAgents = new ConcurrentHashMap<>();
  private final Map<List<ToolFilter>, TableView> ofOthers = new ConcurrentHashMap<>();
  private volatile OperatorRule operator;
  private volatile Set<String> toolsets;

  TableViews(ToolTable table, Catalog catalog) {
    this.table = table;
    this.catalog = catalog;
    this.everything = new TableView(table, Selection.ALL, true);
    this.everythingButAgentLoops = new TableView(table, Selection.ALL, false);
  }

  TableView of(Visibility visibility) {
    List<ToolFilter> filters = effective(visibility);
    if (filters.isEmpty()) {
      return visibility.agent() ? everything : everythingButAgentLoops;
    }
    Map<List<ToolFilter>, TableView> byFilters = visibility.agent() ? ofAgents : ofOthers;
    TableView known = byFilters.get(filters);
    if (known != null) {
      return known;
    }
    TableView made =
        new TableView(table, catalog.select(filters, this::isLive), visibility.agent());
    if (byFilters.size() >= MAX_SHARED) {
      return made;
    }
    TableView other = byFilters.putIfAbsent(filters, made);
    return other == null ? made : other;
  }

  private List<ToolFilter> effective(Visibility visibility) {
    List<ToolFilter> binding = catalog.principals().getOrDefault(visibility.principal(), List.of());
    if (binding.isEmpty()) {
      return visibility.filters();
    }
    Set<ToolFilter> all = new LinkedHashSet<>(visibility.filters());
    all.addAll(binding);
    all.remove(ToolFilter.ALL);
    return new ArrayList<>(all);
  }

  boolean allows(ToolInfo tool) {
    return operator().allows(tool);
  }

  Optional<String> objection(ToolInfo tool) {
    return operator().objection(tool);
  }

  private OperatorRule operator() {
    OperatorRule known = operator;
    if (known == null) {
      known = catalog.operatorRule(this::isLive);
      operator = known;
    }
    return known;
  }

  /** Returns whether tools stand in a toolset, or come from an MCP server, of this name. */
  boolean isLive(String name) {
    return toolsets().contains(name);
  }

  /** Goes over the whole table, once: only unusual names ask for it. */
  private Set<String> toolsets() {
    Set<String> known = toolsets;
    if (known == null) {
      Set<String> found = new HashSet<>();
      for (NameEntry entry : table.entries()) {
        if (entry.standing() != null) {
          found.add(entry.standing().toolset());
          McpTools.serverOf(entry.standing()).ifPresent(found::add);
        }
      }
      known = Set.copyOf(found);
      toolsets = known;
    }
    return known;
  }
}
