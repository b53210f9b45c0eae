package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the answers of a batch (2025-03-26) and sends them as one array when all are there.
 * Notifications before the answers have no place in an array and are left out. Guarded by the
 * object; the exchange is answered without it.
 */
final class BatchReply {
  private final HttpExchange exchange;
  private final List<byte[]> answers = new ArrayList<>();
  private int open = 1;

  BatchReply(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Returns where the answer to one of the requests goes. */
  Reply part(RequestId id) {
    synchronized (this) {
      open++;
    }
    return new Part(id);
  }

  /** Adds an answer that is there already. */
  synchronized void add(byte[] message) {
    answers.add(message);
  }

  /** All parts have been asked for. */
  void complete() {
    ended(Optional.empty());
  }

  private void ended(Optional<byte[]> message) {
    List<byte[]> all;
    synchronized (this) {
      message.ifPresent(answers::add);
      open--;
      if (open > 0) {
        return;
      }
      all = List.copyOf(answers);
    }
    if (all.isEmpty()) {
      HttpAnswers.accepted(exchange);
    } else {
      HttpAnswers.json(exchange, 200, MessageWriter.batch(all));
    }
  }

  private final class Part implements Reply {
    private final RequestId id;
    private boolean done;

    private Part(RequestId id) {
      this.id = id;
    }

    @Override
    public void result(byte[] resultJson) {
      end(Optional.of(MessageWriter.result(id, resultJson)));
    }

    @Override
    public void error(JsonRpcError error) {
      end(Optional.of(MessageWriter.error(Optional.of(id), error)));
    }

    @Override
    public void malformed(JsonRpcError error) {
      error(error);
    }

    @Override
    public void withdraw() {
      end(Optional.empty());
    }

    @Override
    public void notify(String key, byte[] message) {
      // See the class comment.
    }

    @Override
    public boolean request(String key, byte[] message) {
      return false;
    }

    @Override
    public void onGone(Runnable action) {
      // The legacy era does not take a lost connection for a cancellation.
    }

    private void end(Optional<byte[]> message) {
      synchronized (this) {
        if (done) {
          return;
        }
        done = true;
      }
      ended(message);
    }
  }
}
