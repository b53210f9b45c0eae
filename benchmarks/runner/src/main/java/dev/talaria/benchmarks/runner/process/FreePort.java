package dev.talaria.benchmarks.runner.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port that nobody listens on, below those that the system gives to clients: who asks again and
 * again for one of these, where nobody listens yet, may at last be connected to itself.
 */
final class FreePort {
  private static final int FIRST = 20_000;
  private static final int LAST = 30_000;
  private static final int TRIES = 100;

  private FreePort() {}

  static int find() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Taken; the next one may not be.
      }
    }
    throw new IOException("No port between " + FIRST + " and " + LAST + " could be taken.");
  }
}
