package dev.talaria.ops;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends exactly the lines given: real clients do not let one choose a Host header. */
final class RawHttp {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final int port;

  RawHttp(int port) {
    this.port = port;
  }

  /** Returns all that the server answers until it closes the connection. */
  String send(String... lines) throws IOException {
    try (Socket socket = open(lines)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Sends a request and leaves the answer to the caller. */
  Socket open(String... lines) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket
        .getOutputStream()
        .write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }
}
