package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.http.HeaderNames;
import dev.talaria.mcp.wire.http.HeaderValue;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.Message.Request;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Methods;
import java.util.List;
import java.util.Optional;

/**
 * Headers repeat what the body says, for proxies that route by them; a request whose two halves
 * differ is refused (MCP 2026-07-28, Streamable HTTP, "Server Validation").
 */
final class ModernHeaders {
  private ModernHeaders() {}

  /** Returns what is wrong with the headers of a request, if something is. */
  static Optional<JsonRpcError> check(HttpExchange exchange, Request request) {
    Optional<String> bodyVersion =
        request
            .params()
            .object(MetaKeys.META)
            .flatMap(meta -> meta.string(MetaKeys.PROTOCOL_VERSION));
    return compare(exchange, HeaderNames.PROTOCOL_VERSION, bodyVersion, false)
        .or(() -> compare(exchange, HeaderNames.METHOD, Optional.of(request.method()), false))
        .or(() -> name(exchange, request));
  }

  private static Optional<JsonRpcError> name(HttpExchange exchange, Request request) {
    JsonObject params = request.params();
    return switch (request.method()) {
      case Methods.TOOLS_CALL, Methods.PROMPTS_GET ->
          compare(exchange, HeaderNames.NAME, params.string("name"), true);
      case Methods.RESOURCES_READ ->
          compare(exchange, HeaderNames.NAME, params.string("uri"), true);
      default -> Optional.empty();
    };
  }

  /** A value that the body lacks is the protocol's to complain about. */
  private static Optional<JsonRpcError> compare(
      HttpExchange exchange, String header, Optional<String> body, boolean encoded) {
    List<String> values = exchange.headers(header);
    if (values.size() != 1) {
      return values.isEmpty() && body.isEmpty()
          ? Optional.empty()
          : mismatch(
              values.isEmpty()
                  ? "the " + header + " header is missing"
                  : "the " + header + " header is given more than once");
    }
    Optional<String> value =
        encoded ? HeaderValue.decode(values.get(0)) : Optional.of(values.get(0));
    if (value.isEmpty()) {
      return mismatch("the " + header + " header is malformed");
    }
    return body.isEmpty() || body.equals(value)
        ? Optional.empty()
        : mismatch(
            "the "
                + header
                + " header says '"
                + value.get()
                + "' but the body says '"
                + body.get()
                + "'");
  }

  private static Optional<JsonRpcError> mismatch(String why) {
    return Optional.of(JsonRpcError.of(ErrorCode.HEADER_MISMATCH, "Header mismatch: " + why));
  }
}
