package dev.talaria.mcp.server.internal.modern;

import dev.talaria.mcp.server.internal.protocol.ClientName;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.protocol.Era;
import dev.talaria.mcp.wire.protocol.LogLevel;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What each modern request says of itself (MCP 2026-07-28, base protocol, "_meta"). */
public sealed interface RequestMeta {
  /**
   * All is there.
   *
   * @param client what it calls itself; may be empty
   * @param abilities what it can be asked for in the course of this request
   * @param logLevel from which on it wants to hear what is logged; empty: nothing
   */
  record Valid(
      Revision revision, String client, ClientAbilities abilities, Optional<LogLevel> logLevel)
      implements RequestMeta {}

  /** Something is missing, or the version is not spoken here. */
  record Invalid(JsonRpcError error) implements RequestMeta {}

  /** Reads it from a request's parameters. */
  static RequestMeta of(JsonObject params) {
    JsonObject meta = params.object(MetaKeys.META).orElse(JsonObject.EMPTY);
    Optional<String> version = meta.string(MetaKeys.PROTOCOL_VERSION);
    if (version.isEmpty()) {
      return missing(MetaKeys.PROTOCOL_VERSION);
    }
    Optional<Revision> revision = Revision.of(version.get()).filter(r -> r.era() == Era.MODERN);
    if (revision.isEmpty()) {
      return new Invalid(unsupported(version.get()));
    }
    Optional<JsonObject> capabilities = meta.object(MetaKeys.CLIENT_CAPABILITIES);
    if (capabilities.isEmpty()) {
      return missing(MetaKeys.CLIENT_CAPABILITIES);
    }
    Optional<LogLevel> logLevel = meta.string(MetaKeys.LOG_LEVEL).flatMap(LogLevel::of);
    if (meta.has(MetaKeys.LOG_LEVEL) && logLevel.isEmpty()) {
      return new Invalid(
          JsonRpcError.of(
              ErrorCode.INVALID_PARAMS,
              "Invalid params: \"" + MetaKeys.LOG_LEVEL + "\" must be one of " + LogLevel.words()));
    }
    return new Valid(
        revision.get(),
        ClientName.of(meta.object(MetaKeys.CLIENT_INFO)),
        ClientAbilities.of(capabilities.get()),
        logLevel);
  }

  /** Returns the error for a version that is not spoken here. */
  static JsonRpcError unsupported(String requested) {
    byte[] data =
        JsonWriter.write(
            json -> {
              json.writeStartObject();
              json.writeName("supported");
              json.writeStartArray();
              Revision.versions().forEach(json::writeString);
              json.writeEndArray();
              JsonWriter.string(json, "requested", requested);
              json.writeEndObject();
            });
    return new JsonRpcError(
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
        Optional.of(new String(data, StandardCharsets.UTF_8)));
  }

  private static Invalid missing(String key) {
    return new Invalid(
        JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Invalid params: _meta lacks \"" + key + "\""));
  }
}
