package dev.talaria.mcp.wire.protocol;

/** Reserved keys of {@code _meta} (MCP 2026-07-28, base protocol, "_meta"). */
public final class MetaKeys {
  /** The member that holds them. */
  public static final String META = "_meta";

  public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

  /** A string or integer that the progress of a request is reported under. */
  public static final String PROGRESS_TOKEN = "progressToken";

  private MetaKeys() {}
}
