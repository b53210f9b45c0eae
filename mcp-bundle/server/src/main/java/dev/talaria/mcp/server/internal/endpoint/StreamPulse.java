package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.wire.http.SseFrame;
import java.time.Duration;

/**
 * Keeps one stream alive with comments and drops it when its reader takes nothing. Used by the
 * ticker's thread only.
 */
final class StreamPulse implements Ticker.Ticking {
  private static final String KEY = "keep-alive";

  private final EventStream stream;
  private final long interval;
  private final long stallLimit;
  private long last = System.nanoTime();

  StreamPulse(EventStream stream, Duration interval, Duration stallLimit) {
    this.stream = stream;
    this.interval = interval.toNanos();
    this.stallLimit = stallLimit.toNanos();
  }

  /** Beats until the stream is over. */
  void start(Ticker ticker) {
    ticker.add(this);
    stream.onClosed(() -> ticker.remove(this));
  }

  @Override
  public void tick(long now) {
    if (stream.dropIfStalled(stallLimit) && now - last >= interval) {
      last = now;
      stream.offer(KEY, SseFrame.comment());
    }
  }
}
