package dev.talaria.admin;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolDeclaration;
import java.util.Map;
import java.util.Objects;

/**
 * A tool of an MCP server.
 *
 * @param declaration with the whole name, {@code mcp__SERVER__TOOL}, and the server's toolset
 * @param tool calls the server; finds its connection at each call, since it outlives reconnections
 */
public record RemoteTool(ToolDeclaration declaration, Tool<Map<String, Object>> tool) {
  public RemoteTool {
    Objects.requireNonNull(declaration, "declaration");
    Objects.requireNonNull(tool, "tool");
  }
}
