package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.api.CallHandle;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;

/**
 * A call of a session until it is answered. A cancellation may come before the call has its handle;
 * both are guarded by the object.
 */
final class LegacyCall implements Reply {
  private final Reply reply;
  private final Runnable ended;
  private CallHandle handle;
  private String cancelled;

  /**
   * @param ended runs when the answer is given
   */
  LegacyCall(Reply reply, Runnable ended) {
    this.reply = reply;
    this.ended = ended;
  }

  void started(CallHandle started) {
    String reason;
    synchronized (this) {
      handle = started;
      reason = cancelled;
    }
    if (reason != null) {
      started.cancel(reason);
    }
  }

  /** The client wants no answer any more. */
  void cancel(String reason) {
    CallHandle running;
    synchronized (this) {
      cancelled = reason;
      running = handle;
    }
    withdraw();
    if (running != null) {
      running.cancel(reason);
    }
  }

  @Override
  public void result(byte[] resultJson) {
    ended.run();
    reply.result(resultJson);
  }

  @Override
  public void error(JsonRpcError error) {
    ended.run();
    reply.error(error);
  }

  @Override
  public void malformed(JsonRpcError error) {
    ended.run();
    reply.malformed(error);
  }

  @Override
  public void withdraw() {
    ended.run();
    reply.withdraw();
  }

  @Override
  public void notify(String key, byte[] message) {
    reply.notify(key, message);
  }

  @Override
  public void onGone(Runnable action) {
    reply.onGone(action);
  }
}
