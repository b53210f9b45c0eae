package dev.talaria.mcp.wire.jsonrpc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What received bytes turned out to be. */
public sealed interface Decoded {
  /** One message, or the reason why it is none. */
  sealed interface One extends Decoded {}

  /** A message. */
  record Valid(Message message) implements One {
    public Valid {
      Objects.requireNonNull(message, "message");
    }
  }

  /** Not a message; the id where one could be made out. */
  record Refused(Optional<RequestId> id, JsonRpcError error) implements One {
    public Refused {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(error, "error");
    }
  }

  /** Several messages; at least one. */
  record Batch(List<One> messages) implements Decoded {
    public Batch {
      messages = List.copyOf(messages);
    }
  }
}
