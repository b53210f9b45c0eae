package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.policy.ToolsetReader;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.toolset.McpTools;
import dev.talaria.registry.internal.toolset.OperatorFilter;
import dev.talaria.registry.internal.toolset.ToolsetDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds names in the configuration that mean nothing at the moment. */
final class UnknownNames {
  private UnknownNames() {}

  /** Returns a sentence for each entry of the filter that is no toolset and no tool. */
  static List<String> inFilter(OperatorFilter filter, ToolTable table) {
    List<String> problems = new ArrayList<>();
    filter.enabled().ifPresent(names -> problems.addAll(entries("enabled", names, table)));
    problems.addAll(entries("disabled", filter.disabled(), table));
    return problems;
  }

  private static List<String> entries(String key, Set<String> names, ToolTable table) {
    return new TreeSet<>(names)
        .stream()
            .filter(name -> !isToolset(name, table) && !isTool(name, table))
            .map(
                name ->
                    key
                        + " in etc/"
                        + ToolsetReader.FILTER_PID
                        + ".cfg names '"
                        + name
                        + "': there is no toolset, tool or SERVER:TOOL of that name now")
            .toList();
  }

  /** Returns a sentence for each name in a toolset's definition that means nothing. */
  static List<String> inDefinition(String toolset, ToolsetDefinition definition, ToolTable table) {
    String file = " in etc/" + ToolsetReader.FACTORY_PID + "~" + toolset + ".cfg names '";
    List<String> problems = new ArrayList<>();
    for (String tool : new TreeSet<>(definition.tools())) {
      if (table.entry(tool) == null) {
        problems.add("tools" + file + tool + "': there is no tool of that name now");
      }
    }
    for (String included : new TreeSet<>(definition.includes())) {
      if (!isToolset(included, table)) {
        problems.add("includes" + file + included + "': there is no toolset of that name now");
      }
    }
    return problems;
  }

  private static boolean isToolset(String name, ToolTable table) {
    return table.catalog().knows(name, table::hasToolset);
  }

  private static boolean isTool(String name, ToolTable table) {
    return table.entry(name) != null
        || McpTools.nameOf(name)
            .flatMap(tool -> Optional.ofNullable(table.entry(tool)))
            .map(NameEntry::standing)
            .filter(tool -> McpTools.means(name, tool))
            .isPresent();
  }
}
