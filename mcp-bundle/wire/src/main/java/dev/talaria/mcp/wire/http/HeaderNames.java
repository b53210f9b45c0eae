package dev.talaria.mcp.wire.http;

/** Headers of the Streamable HTTP transport; compared without regard to case. */
public final class HeaderNames {
  public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
  public static final String SESSION_ID = "MCP-Session-Id";
  public static final String METHOD = "Mcp-Method";
  public static final String NAME = "Mcp-Name";
  public static final String LAST_EVENT_ID = "Last-Event-ID";

  private HeaderNames() {}
}
