package dev.talaria.mcp.server.internal.transport;

/**
 * A stream of events to one peer. Nothing waits for the peer: what it does not take is queued, the
 * newest of each key only, and a peer that takes nothing for too long is dropped. Thread-safe.
 */
public interface EventStream {
  /**
   * Sends a frame after those queued; a queued one of the same key is replaced. Ignored once the
   * stream has ended.
   */
  void offer(String key, byte[] frame);

  /** Sends a frame and ends the stream after it; an empty frame just ends it. */
  void finish(byte[] lastFrame);

  /**
   * Drops the peer if it has taken nothing for this long although something is queued.
   *
   * @return whether the stream is still open
   */
  boolean dropIfStalled(long stalledNanos);

  /** Runs an action once the stream is over, whoever ended it; at once if it already is. */
  void onClosed(Runnable action);
}
