package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.protocol.MessageSink;
import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.wire.http.SseFrame;

/** Sends messages as events. */
final class StreamSink implements MessageSink {
  private static final byte[] NOTHING = {};

  private final EventStream stream;

  StreamSink(EventStream stream) {
    this.stream = stream;
  }

  @Override
  public void notify(String key, byte[] message) {
    stream.offer(key, SseFrame.message(message));
  }

  @Override
  public void close() {
    stream.finish(NOTHING);
  }

  @Override
  public void onClosed(Runnable action) {
    stream.onClosed(action);
  }
}
