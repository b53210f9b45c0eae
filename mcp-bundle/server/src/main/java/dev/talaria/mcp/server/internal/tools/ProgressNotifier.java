package dev.talaria.mcp.server.internal.tools;

import dev.talaria.api.ToolCall.ProgressListener;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Methods;
import java.util.Optional;

/**
 * Passes on what a tool says about its progress. The protocol wants it strictly growing, so what
 * does not grow is left out; what the client is too slow for is replaced by what is newer. May be
 * called by several of the tool's threads: {@code last} is guarded by the object.
 */
final class ProgressNotifier implements ProgressListener {
  private final RequestId token;
  private final Reply reply;
  private double last = Double.NEGATIVE_INFINITY;

  private ProgressNotifier(RequestId token, Reply reply) {
    this.token = token;
    this.reply = reply;
  }

  /** Returns a listener if the request asks for progress; a token is a string or an integer. */
  static Optional<ProgressListener> of(JsonObject params, Reply reply) {
    return params
        .object(MetaKeys.META)
        .flatMap(meta -> RequestId.of(meta, MetaKeys.PROGRESS_TOKEN))
        .map(token -> new ProgressNotifier(token, reply));
  }

  @Override
  public void progressed(double progress, double total, String message) {
    synchronized (this) {
      if (!Double.isFinite(progress) || progress <= last) {
        return;
      }
      last = progress;
    }
    reply.notify(
        "progress",
        MessageWriter.notification(
            Methods.PROGRESS,
            JsonWriter.write(
                json -> {
                  json.writeStartObject();
                  token.write(json, "progressToken");
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
}
