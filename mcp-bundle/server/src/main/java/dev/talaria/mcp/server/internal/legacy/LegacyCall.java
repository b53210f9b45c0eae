package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.api.CallHandle;
import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.mcp.server.internal.asking.OpenCall;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.tools.CallSide;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.protocol.LogLevel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A call of a session until it is answered. A cancellation may come before the call has its handle;
 * both are guarded by the object.
 */
final class LegacyCall implements CallSide, OpenCall {
  private final String callId;
  private final LegacySession session;
  private final Reply reply;
  private final Runnable ended;
  private CallHandle handle;
  private String cancelled;

  /**
   * @param ended runs when the answer is given
   */
  LegacyCall(String callId, LegacySession session, Reply reply, Runnable ended) {
    this.callId = callId;
    this.session = session;
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
  public String callId() {
    return callId;
  }

  @Override
  public Optional<LogLevel> logLevel() {
    return Optional.of(session.logLevel());
  }

  /** This era has no such error: the failure says in words what was lacking. */
  @Override
  public Optional<JsonRpcError> lacking() {
    return Optional.empty();
  }

  @Override
  public CompletionStage<Map<String, Elicitation>> ask(
      Map<String, InputRequest> requests, Duration patience) {
    return session.questions().ask(requests, reply);
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
  public boolean request(String key, byte[] message) {
    return reply.request(key, message);
  }

  @Override
  public void onGone(Runnable action) {
    reply.onGone(action);
  }
}
