package dev.talaria.registry.internal.toolset;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolInfo;
import java.util.Optional;

/** How the tools of MCP servers are called here. */
public final class McpTools {
  /** What the toolsets of MCP servers begin with. */
  public static final String TOOLSET_PREFIX = "mcp-";

  private static final String OWNER_PREFIX = "mcp:";

  private McpTools() {}

  /** Returns the server that a tool comes from; empty: from none. */
  public static Optional<String> serverOf(ToolInfo tool) {
    return tool.origin() == Origin.MCP && tool.owner().startsWith(OWNER_PREFIX)
        ? Optional.of(tool.owner().substring(OWNER_PREFIX.length()))
        : Optional.empty();
  }

  /** Returns whether {@code server:tool} means this tool. */
  public static boolean means(String entry, ToolInfo tool) {
    return tool.origin() == Origin.MCP
        && nameOf(entry).filter(tool.name()::equals).isPresent()
        && tool.owner().equals(OWNER_PREFIX + entry.substring(0, entry.indexOf(':')));
  }

  /** Returns the name that the tool {@code server:tool} has here; empty: it has not that form. */
  public static Optional<String> nameOf(String entry) {
    int colon = entry.indexOf(':');
    return colon < 1
        ? Optional.empty()
        : Optional.of(
            "mcp__"
                + asName(entry.substring(0, colon))
                + "__"
                + asName(entry.substring(colon + 1)));
  }

  private static String asName(String part) {
    return part.replaceAll("[^A-Za-z0-9_]", "_");
  }
}
