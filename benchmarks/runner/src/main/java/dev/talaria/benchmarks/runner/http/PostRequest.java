package dev.talaria.benchmarks.runner.http;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A POST.
 *
 * @param target path and query
 * @param headers beyond Host and Content-Length
 */
public record PostRequest(
    InetSocketAddress server, String target, Map<String, String> headers, String body) {

  /** Returns it as sent. */
  public byte[] bytes() {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder("POST ").append(target).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(server.getHostString()).append(':').append(server.getPort());
    head.append("\r\nContent-Length: ").append(content.length).append("\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[start.length + content.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }
}
