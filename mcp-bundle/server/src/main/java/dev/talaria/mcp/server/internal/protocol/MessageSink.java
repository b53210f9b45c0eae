package dev.talaria.mcp.server.internal.protocol;

/** Where notifications for one peer go. Nothing waits for the peer. Thread-safe. */
public interface MessageSink {
  /** Sends a message; one of the same key that is still queued is replaced. */
  void notify(String key, byte[] message);

  /** Ends what the peer listens to. */
  void close();

  /** Runs an action once the peer no longer listens; at once if it already does not. */
  void onClosed(Runnable action);
}
