package dev.talaria.registry.internal.table;

import dev.talaria.admin.ToolsetRow;
import dev.talaria.admin.ToolsetRow.DefinedBy;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.toolset.Catalog;
import dev.talaria.registry.internal.toolset.McpTools;
import dev.talaria.registry.internal.toolset.Members;
import dev.talaria.registry.internal.toolset.ToolsetDefinition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shows the toolsets of a table to those who ask what there is. */
public final class ToolsetRows {
  private ToolsetRows() {}

  /** Returns every toolset that has tools or is written down, ordered by name. */
  public static List<ToolsetRow> of(ToolTable table) {
    List<NameEntry> standing =
        table.entries().stream().filter(entry -> entry.standing() != null).toList();
    Catalog catalog = table.catalog();
    Set<String> taken = new HashSet<>(catalog.definitions().keySet());
    standing.forEach(entry -> taken.add(entry.standing().toolset()));
    Map<String, String> names = new TreeMap<>();
    for (NameEntry entry : standing) {
      ToolInfo tool = entry.standing();
      if (tool.origin() == Origin.BUILTIN) {
        names.put(shownName(tool, taken), liveDescription(tool));
      } else {
        names.putIfAbsent(shownName(tool, taken), liveDescription(tool));
      }
    }
    catalog.definitions().forEach((name, written) -> names.put(name, written.description()));
    List<ToolsetRow> rows = new ArrayList<>();
    names.forEach((name, description) -> rows.add(row(table, name, description, standing)));
    return rows;
  }

  /** A server's toolset goes by the server's name, unless something else has that name. */
  private static String shownName(ToolInfo tool, Set<String> taken) {
    Optional<String> server = McpTools.serverOf(tool);
    return server.isPresent()
            && tool.toolset().equals(McpTools.TOOLSET_PREFIX + server.get())
            && !taken.contains(server.get())
        ? server.get()
        : tool.toolset();
  }

  private static String liveDescription(ToolInfo tool) {
    return switch (tool.origin()) {
      case BUILTIN -> "Tools of " + tool.owner() + ".";
      case PLUGIN -> "Tools of the plugin " + tool.owner() + ".";
      case MCP -> "Tools of the MCP server " + McpTools.serverOf(tool).orElse(tool.owner()) + ".";
    };
  }

  private static ToolsetRow row(
      ToolTable table, String name, String description, List<NameEntry> standing) {
    Members members = table.members(name);
    List<String> tools = new ArrayList<>();
    Set<Origin> origins = EnumSet.noneOf(Origin.class);
    int available = 0;
    for (NameEntry entry : standing) {
      if (members.hold(entry.standing())) {
        tools.add(entry.standing().name());
        origins.add(entry.standing().origin());
        available += table.isOffered(entry) ? 1 : 0;
      }
    }
    Optional<ToolsetDefinition> definition = table.catalog().definition(name);
    return new ToolsetRow(
        name,
        description,
        tools,
        definition.map(d -> List.copyOf(new TreeSet<>(d.includes()))).orElse(List.of()),
        available,
        origins,
        definition.isEmpty()
            ? DefinedBy.TOOLS
            : table.catalog().configured().containsKey(name)
                ? DefinedBy.CONFIGURATION
                : DefinedBy.SHIPPED);
  }
}
