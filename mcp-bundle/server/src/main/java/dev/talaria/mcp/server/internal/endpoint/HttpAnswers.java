package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import java.util.Map;
import java.util.Optional;

/** Plain answers: JSON, or nothing but a status. */
final class HttpAnswers {
  static final Map<String, String> JSON =
      Map.of("Content-Type", "application/json", "Cache-Control", "no-store");

  private static final byte[] NOTHING = {};

  private HttpAnswers() {}

  static void json(HttpExchange exchange, int status, byte[] body) {
    exchange.answer(status, JSON, body);
  }

  static void accepted(HttpExchange exchange) {
    exchange.answer(202, Map.of("Cache-Control", "no-store"), NOTHING);
  }

  static void error(HttpExchange exchange, int status, Optional<RequestId> id, JsonRpcError error) {
    json(exchange, status, MessageWriter.error(id, error));
  }

  /** Refuses a request for what HTTP says of it. */
  static void refuse(HttpExchange exchange, int status, String message) {
    error(exchange, status, Optional.empty(), JsonRpcError.of(ErrorCode.INVALID_REQUEST, message));
  }
}
