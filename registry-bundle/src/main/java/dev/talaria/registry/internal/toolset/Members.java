package dev.talaria.registry.internal.toolset;

import dev.talaria.api.ToolInfo;
import java.util.Set;

/**
 * What a name of a toolset means once its includes are followed: a test, not a list, so that it
 * holds for tools that arrive later.
 *
 * @param everything whether it means all tools
 * @param toolsets names that tools say they stand in, or of the MCP servers they come from
 * @param tools names of single tools
 */
public record Members(boolean everything, Set<String> toolsets, Set<String> tools) {
  static final Members ALL = new Members(true, Set.of(), Set.of());
  static final Members NONE = new Members(false, Set.of(), Set.of());

  public Members {
    toolsets = Set.copyOf(toolsets);
    tools = Set.copyOf(tools);
  }

  /** Returns whether the tool is one of them. */
  public boolean hold(ToolInfo tool) {
    return everything
        || toolsets.contains(tool.toolset())
        || tools.contains(tool.name())
        || McpTools.serverOf(tool).filter(toolsets::contains).isPresent();
  }
}
