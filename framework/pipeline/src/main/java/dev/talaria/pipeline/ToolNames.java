package dev.talaria.pipeline;

import java.util.regex.Pattern;

/** The rules for names of tools and toolsets, as {@code dev.talaria.api.ToolSpec} states them. */
public final class ToolNames {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern TOOLSET = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern EXTENSION = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,63}");

  private ToolNames() {}

  /** Returns whether a tool may have this name. */
  public static boolean isValidName(String name) {
    return name != null && NAME.matcher(name).matches();
  }

  /** Returns whether a toolset may have this name. */
  public static boolean isValidToolset(String toolset) {
    return toolset != null && TOOLSET.matcher(toolset).matches();
  }

  /** Returns whether a probe or an overlay may have this name. */
  public static boolean isValidExtension(String name) {
    return name != null && EXTENSION.matcher(name).matches();
  }

  /** Returns whether the name is kept for tools of MCP servers. */
  public static boolean isReservedForMcp(String name) {
    return name.startsWith("mcp__");
  }

  /** Returns whether the toolset is kept for tools of MCP servers. */
  public static boolean isToolsetReservedForMcp(String toolset) {
    return toolset.startsWith("mcp-");
  }
}
