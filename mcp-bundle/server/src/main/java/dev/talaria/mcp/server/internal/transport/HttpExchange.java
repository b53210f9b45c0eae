package dev.talaria.mcp.server.internal.transport;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One HTTP request and its answer, whatever carries it. The answer is given once, by {@link
 * #answer} or {@link #openStream}; a second one is ignored. No method waits for the peer.
 * Thread-safe.
 */
public interface HttpExchange {
  /** Returns the HTTP method. */
  String method();

  /** Returns all values of a header, in order; empty if it is missing. */
  List<String> headers(String name);

  /** Returns the peer's IP address as text. */
  String remoteAddress();

  /**
   * Reads the body without holding a thread.
   *
   * @param maxBytes what it may have at most
   * @param deadline for the whole of it
   * @param receiver hears once how it ended, on a thread of the transport
   */
  void readBody(int maxBytes, Duration deadline, BodyReceiver receiver);

  /**
   * Answers.
   *
   * @param body may be empty
   */
  void answer(int status, Map<String, String> headers, byte[] body);

  /** Answers with status 200 and a stream of events. */
  EventStream openStream();

  /** Hears how reading a body ended. */
  interface BodyReceiver {
    /** The body is here. */
    void received(byte[] body);

    /** It is larger than allowed, or did not come in time. */
    void refused(int status, String message);
  }
}
