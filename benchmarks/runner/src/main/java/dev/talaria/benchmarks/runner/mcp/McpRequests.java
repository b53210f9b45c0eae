package dev.talaria.benchmarks.runner.mcp;

import dev.talaria.benchmarks.runner.load.CallRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Requests in both eras of the protocol, with the token of a home. */
public final class McpRequests {
  private static final String LEGACY = "2025-11-25";
  private static final String MODERN = "2026-07-28";
  private static final String CLIENT = "{\"name\":\"benchmark\",\"version\":\"1\"}";
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\""
          + MODERN
          + "\",\"io.modelcontextprotocol/clientCapabilities\":{}"
          + ",\"io.modelcontextprotocol/clientInfo\":"
          + CLIENT
          + "}";

  private final String token;

  public McpRequests(String token) {
    this.token = token;
  }

  /** Begins a legacy session. */
  McpRequest initialize() {
    return new McpRequest(
        headers(),
        message(
            "initialize",
            "\"protocolVersion\":\"" + LEGACY + "\",\"capabilities\":{},\"clientInfo\":" + CLIENT));
  }

  /** Ends the handshake of a legacy session. */
  McpRequest initialized(String session) {
    return new McpRequest(
        legacyHeaders(session), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /** Lists the tools in the modern era, which needs no session. */
  public McpRequest list() {
    Map<String, String> headers = headers();
    headers.put("MCP-Protocol-Version", MODERN);
    headers.put("Mcp-Method", "tools/list");
    return new McpRequest(headers, message("tools/list", META));
  }

  /** Calls echo in a legacy session. */
  public McpRequest legacyCall(String session, String text) {
    return new McpRequest(legacyHeaders(session), message("tools/call", echo(text)));
  }

  /** Calls echo in the modern era. */
  public McpRequest modernCall(String text) {
    Map<String, String> headers = headers();
    headers.put("MCP-Protocol-Version", MODERN);
    headers.put("Mcp-Method", "tools/call");
    headers.put("Mcp-Name", "echo");
    return new McpRequest(headers, message("tools/call", echo(text) + "," + META));
  }

  /** Returns the headers of anything within a legacy session. */
  Map<String, String> legacyHeaders(String session) {
    Map<String, String> headers = headers();
    headers.put("MCP-Protocol-Version", LEGACY);
    headers.put("MCP-Session-Id", session);
    return headers;
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Authorization", "Bearer " + token);
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
    return headers;
  }

  private static String echo(String text) {
    return "\"name\":\"echo\",\"arguments\":{\"text\":\"" + text + "\"}";
  }

  private static String message(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + CallRequest.ID
        + ",\"method\":\""
        + method
        + "\",\"params\":{"
        + params
        + "}}";
  }
}
