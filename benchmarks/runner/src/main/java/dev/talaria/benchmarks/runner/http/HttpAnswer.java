package dev.talaria.benchmarks.runner.http;

import java.nio.charset.StandardCharsets;

/**
 * One answer of an HTTP/1.1 server.
 *
 * @param status code
 * @param body without the framing of the transfer
 * @param length of the whole answer on the wire, in bytes
 */
public record HttpAnswer(int status, byte[] body, int length) {
  /** Returns the body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
