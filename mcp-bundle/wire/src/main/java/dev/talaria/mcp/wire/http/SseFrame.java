package dev.talaria.mcp.wire.http;

import java.nio.charset.StandardCharsets;

/** Events of an event stream (WHATWG HTML, "Server-sent events"). */
public final class SseFrame {
  /** The media type of a stream. */
  public static final String MEDIA_TYPE = "text/event-stream";

  private static final byte[] HEAD = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private SseFrame() {}

  /**
   * Returns an event that carries a message.
   *
   * @param message JSON in one line
   */
  public static byte[] message(byte[] message) {
    byte[] frame = new byte[HEAD.length + message.length + 2];
    System.arraycopy(HEAD, 0, frame, 0, HEAD.length);
    System.arraycopy(message, 0, frame, HEAD.length, message.length);
    frame[frame.length - 2] = '\n';
    frame[frame.length - 1] = '\n';
    return frame;
  }

  /** Returns a comment: it says nothing and shows whether the reader is still there. */
  public static byte[] comment() {
    return COMMENT.clone();
  }
}
