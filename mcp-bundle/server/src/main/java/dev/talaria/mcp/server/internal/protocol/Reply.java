package dev.talaria.mcp.server.internal.protocol;

import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;

/**
 * Takes the answer to one request. The first of {@link #result}, {@link #error}, {@link #malformed}
 * and {@link #withdraw} counts. Nothing waits for the peer. Thread-safe.
 */
public interface Reply {
  /** Answers with a result, a JSON object. */
  void result(byte[] resultJson);

  /** Answers with an error. */
  void error(JsonRpcError error);

  /** Answers with an error because the request itself may not be sent like this. */
  void malformed(JsonRpcError error);

  /** Ends without an answer: the peer has taken its request back. */
  void withdraw();

  /** Sends a message before the answer; one of the same key that is still queued is replaced. */
  void notify(String key, byte[] message);

  /**
   * Sends a request of ours before the answer.
   *
   * @return false if what carries the answer cannot carry requests, or the answer is given
   */
  boolean request(String key, byte[] message);

  /** Runs an action if the peer goes before the answer; at once if it already has gone. */
  void onGone(Runnable action);
}
