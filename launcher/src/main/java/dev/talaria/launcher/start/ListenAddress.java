package dev.talaria.launcher.start;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Where a runtime is going to listen.
 *
 * @param host as the operator wrote it
 * @param port never 0
 */
public record ListenAddress(String host, int port) {
  /**
   * Checks an address before anything is started, since the HTTP server would only log that it has
   * no port. Another program may still take the port until the server does.
   *
   * @throws RefusedException if the address is not on loopback or the port is in use
   */
  public static ListenAddress check(String host, int port) {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new RefusedException("the host '" + host + "' is unknown; use --host 127.0.0.1", e);
    }
    if (!address.isLoopbackAddress()) {
      throw new RefusedException(
          "--host "
              + host
              + " would open the runtime to other machines, which needs named tokens or OAuth;"
              + " this version has neither, so use --host 127.0.0.1");
    }
    try (ServerSocket probe = new ServerSocket(port, 1, address)) {
      return new ListenAddress(host, probe.getLocalPort());
    } catch (IOException e) {
      throw new RefusedException(
          "port "
              + port
              + " of "
              + host
              + " cannot be used ("
              + e.getMessage()
              + "); end what uses it or pass another with --port N, 0 for a free one",
          e);
    }
  }

  /** Returns the address as the start of a URL. */
  URI url() {
    String name = host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    return URI.create("http://" + name + ":" + port);
  }
}
