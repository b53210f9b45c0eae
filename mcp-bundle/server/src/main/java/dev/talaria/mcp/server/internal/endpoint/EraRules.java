package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.http.HeaderNames;
import dev.talaria.mcp.wire.jsonrpc.Message.Request;
import dev.talaria.mcp.wire.protocol.Era;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.List;
import java.util.Optional;

/** Which era a request belongs to: decided by how it opens (MCP 2026-07-28, "Versioning"). */
final class EraRules {
  private EraRules() {}

  static Era of(HttpExchange exchange, Request request) {
    boolean modernMeta =
        request
            .params()
            .object(MetaKeys.META)
            .filter(meta -> meta.has(MetaKeys.PROTOCOL_VERSION))
            .isPresent();
    if (modernMeta
        || request.method().equals(Methods.DISCOVER)
        || request.method().equals(Methods.SUBSCRIPTIONS_LISTEN)) {
      return Era.MODERN;
    }
    if (request.method().equals(Methods.INITIALIZE)
        || !exchange.headers(HeaderNames.SESSION_ID).isEmpty()) {
      return Era.LEGACY;
    }
    return isModern(exchange) ? Era.MODERN : Era.LEGACY;
  }

  /** Returns whether the version header names a modern revision. */
  static boolean isModern(HttpExchange exchange) {
    return exchange.headers(HeaderNames.PROTOCOL_VERSION).stream()
        .anyMatch(v -> Revision.of(v).filter(r -> r.era() == Era.MODERN).isPresent());
  }

  /** Returns a version in the header that no legacy request may have, if there is one. */
  static Optional<String> wrongLegacyVersion(HttpExchange exchange) {
    List<String> versions = exchange.headers(HeaderNames.PROTOCOL_VERSION);
    if (versions.size() > 1) {
      return Optional.of(String.join(", ", versions));
    }
    return versions.stream()
        .filter(v -> Revision.of(v).filter(r -> r.era() == Era.LEGACY).isEmpty())
        .findFirst();
  }
}
