package dev.talaria.mcp.server.internal.tools;

import dev.talaria.api.ToolCall.ProgressListener;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.LogLevel;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Methods;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes on what a tool says about its progress and what it logs. The protocol wants progress
 * strictly growing, so what does not grow is left out; what the client is too slow for is replaced
 * by what is newer. May be called by several of the tool's threads: {@code last} is guarded by the
 * object.
 */
final class CallNotifier implements ProgressListener {
  /** Messages of a log that may wait for a slow client; the newest stay. */
  private static final int MAX_LOGGED = 64;

  /** The request asks for progress under this token, a string or an integer. */
  private final Optional<RequestId> token;

  private final CallSide call;
  private final AtomicLong logged = new AtomicLong();
  private double last = Double.NEGATIVE_INFINITY;

  CallNotifier(JsonObject params, CallSide call) {
    this.token =
        params.object(MetaKeys.META).flatMap(meta -> RequestId.of(meta, MetaKeys.PROGRESS_TOKEN));
    this.call = call;
  }

  @Override
  public void progressed(double progress, double total, String message) {
    if (token.isEmpty()) {
      return;
    }
    synchronized (this) {
      if (!Double.isFinite(progress) || progress <= last) {
        return;
      }
      last = progress;
    }
    call.notify(
        "progress",
        MessageWriter.notification(
            Methods.PROGRESS,
            JsonWriter.write(
                json -> {
                  json.writeStartObject();
                  token.get().write(json, "progressToken");
                  json.writeNumberProperty("progress", progress);
                  if (Double.isFinite(total)) {
                    json.writeNumberProperty("total", total);
                  }
                  if (!message.isEmpty()) {
                    JsonWriter.string(json, "message", message);
                  }
                  json.writeEndObject();
                })));
  }

  @Override
  public boolean hears(System.Logger.Level level) {
    return call.logLevel().filter(least -> least.compareTo(LogLevel.of(level)) <= 0).isPresent();
  }

  @Override
  public void logged(System.Logger.Level level, String logger, String message) {
    call.notify(
        "log-" + logged.getAndIncrement() % MAX_LOGGED,
        MessageWriter.notification(
            Methods.LOG_MESSAGE,
            JsonWriter.write(
                json -> {
                  json.writeStartObject();
                  json.writeStringProperty("level", LogLevel.of(level).word());
                  JsonWriter.string(json, "logger", logger);
                  JsonWriter.string(json, "data", message);
                  json.writeEndObject();
                })));
  }
}
