package dev.talaria.api;

/** Who brought a tool. Decided by the runtime, never by what a bundle or a server says. */
public enum Origin {
  /** A core bundle of the distribution. */
  BUILTIN,
  /** A bundle from the deploy folder. */
  PLUGIN,
  /** A configured MCP server. */
  MCP
}
