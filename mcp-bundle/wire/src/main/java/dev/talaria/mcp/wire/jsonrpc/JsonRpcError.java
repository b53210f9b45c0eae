package dev.talaria.mcp.wire.jsonrpc;

import java.util.Objects;
import java.util.Optional;

/**
 * What went wrong with a request.
 *
 * @param code one of {@link ErrorCode}, or the peer's own
 * @param message a sentence for the reader
 * @param dataJson more, as JSON text
 */
public record JsonRpcError(int code, String message, Optional<String> dataJson) {
  public JsonRpcError {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(dataJson, "dataJson");
  }

  /** Returns an error without data. */
  public static JsonRpcError of(int code, String message) {
    return new JsonRpcError(code, message, Optional.empty());
  }
}
