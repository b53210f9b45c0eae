package dev.talaria.registry.internal.report;

import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TableObserver;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.toolset.McpTools;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once for each name, when an MCP server is called as another toolset is: the name then
 * means both. Runs on the notifier's thread only.
 */
public final class ServerNameReporter implements TableObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ServerNameReporter.class);

  private final Set<String> servers = new HashSet<>();
  private final Set<String> warned = new HashSet<>();

  @Override
  public void published(ToolTable before, ToolTable after, Set<String> touched) {
    Set<String> suspects = new HashSet<>();
    boolean catalogChanged = !before.catalog().equals(after.catalog());
    for (String name : touched) {
      NameEntry entry = after.entry(name);
      ToolInfo tool = entry == null ? null : entry.standing();
      Optional<String> server = tool == null ? Optional.empty() : McpTools.serverOf(tool);
      if (server.isPresent() && (servers.add(server.get()) | catalogChanged)) {
        suspects.add(server.get());
      } else if (tool != null && server.isEmpty() && servers.contains(tool.toolset())) {
        suspects.add(tool.toolset());
      }
    }
    suspects.removeAll(warned);
    for (String server : suspects) {
      if (isToolsetToo(server, after)) {
        warned.add(server);
        LOG.warn(
            "The MCP server {} is called as another toolset is: that name means the tools of both;"
                + " mcp-{} means the server's alone",
            server,
            server);
      }
    }
  }

  private static boolean isToolsetToo(String server, ToolTable table) {
    return table.catalog().definition(server).isPresent()
        || table.entries().stream()
            .map(NameEntry::standing)
            .anyMatch(tool -> tool != null && tool.toolset().equals(server));
  }
}
