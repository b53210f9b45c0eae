package dev.talaria.mcp.wire.jsonrpc;

/** Error codes of JSON-RPC 2.0 and of MCP 2026-07-28 (base protocol, "Error Codes"). */
public final class ErrorCode {
  /** No JSON. */
  public static final int PARSE_ERROR = -32700;

  /** JSON, but no message that may be sent here and now. */
  public static final int INVALID_REQUEST = -32600;

  /** Nobody answers this method. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The parameters do not fit the method; also an unknown tool or a stale cursor. */
  public static final int INVALID_PARAMS = -32602;

  /** The receiver failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** A header is missing, malformed or says something else than the body. */
  public static final int HEADER_MISMATCH = -32020;

  /** The client did not declare a capability that the request needs. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The revision is not served; {@code data} has {@code supported} and {@code requested}. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  private ErrorCode() {}
}
