package dev.talaria.mcp.server.internal.modern;

import dev.talaria.api.Subscription;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.notify.ChangeSubscriber;
import dev.talaria.mcp.server.internal.notify.ToolsChanged;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import dev.talaria.mcp.wire.protocol.Methods;
import tools.jackson.core.JsonGenerator;

/**
 * One {@code subscriptions/listen} from its acknowledgement to its end. Whoever ends it first, the
 * client by leaving or the server, does so once; {@code over} and the subscription are guarded by
 * the object.
 */
final class Listening implements ChangeSubscriber {
  private final RequestId id;
  private final Reply reply;
  private final ModernSessions.Lease lease;
  private final ChangeBroadcaster changes;
  private final byte[] listChanged;
  private Subscription subscription;
  private boolean over;

  Listening(RequestId id, Reply reply, ModernSessions.Lease lease, ChangeBroadcaster changes) {
    this.id = id;
    this.reply = reply;
    this.lease = lease;
    this.changes = changes;
    this.listChanged =
        MessageWriter.notification(Methods.TOOLS_LIST_CHANGED, JsonWriter.write(this::tagged));
  }

  /** Acknowledges first: nothing may come before. */
  void start(boolean tools) {
    reply.notify(
        "acknowledged",
        MessageWriter.notification(
            Methods.SUBSCRIPTIONS_ACKNOWLEDGED,
            JsonWriter.write(
                json -> {
                  json.writeStartObject();
                  writeMeta(json);
                  json.writeName("notifications");
                  json.writeStartObject();
                  if (tools) {
                    json.writeBooleanProperty("toolsListChanged", true);
                  }
                  json.writeEndObject();
                  json.writeEndObject();
                })));
    if (tools) {
      Subscription hearing = lease.tools().subscribe(change -> changes.changed(this));
      synchronized (this) {
        if (!over) {
          subscription = hearing;
          return;
        }
      }
      hearing.close();
    }
  }

  @Override
  public void toolsChanged() {
    reply.notify(ToolsChanged.KEY, listChanged);
  }

  /** The client has left. */
  void left() {
    end();
  }

  /** Ends it from here, with the answer that says so. */
  void finish() {
    if (end()) {
      reply.result(
          JsonWriter.write(
              json -> {
                json.writeStartObject();
                json.writeStringProperty("resultType", "complete");
                writeMeta(json);
                json.writeEndObject();
              }));
    }
  }

  private boolean end() {
    Subscription hearing;
    synchronized (this) {
      if (over) {
        return false;
      }
      over = true;
      hearing = subscription;
    }
    if (hearing != null) {
      hearing.close();
    }
    changes.forget(this);
    lease.close();
    return true;
  }

  private void tagged(JsonGenerator json) {
    json.writeStartObject();
    writeMeta(json);
    json.writeEndObject();
  }

  private void writeMeta(JsonGenerator json) {
    json.writeName(MetaKeys.META);
    json.writeStartObject();
    id.write(json, MetaKeys.SUBSCRIPTION_ID);
    json.writeEndObject();
  }
}
