package dev.talaria.mcp.wire.jsonrpc;

import dev.talaria.mcp.wire.json.JsonObject;
import java.util.Objects;
import java.util.Optional;

/** A JSON-RPC 2.0 message. Immutable. */
public sealed interface Message {
  /** Wants an answer. */
  record Request(RequestId id, String method, JsonObject params) implements Message {
    public Request {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(params, "params");
    }
  }

  /** Wants none. */
  record Notification(String method, JsonObject params) implements Message {
    public Notification {
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(params, "params");
    }
  }

  /** A successful answer. */
  record Response(RequestId id, JsonObject result) implements Message {
    public Response {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(result, "result");
    }
  }

  /** A failed answer; without an id if the request could not be read. */
  record ErrorResponse(Optional<RequestId> id, JsonRpcError error) implements Message {
    public ErrorResponse {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(error, "error");
    }
  }
}
