package dev.talaria.ops.internal.environment;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the HTTP server listens, as it says itself.
 *
 * @param host a name or an address; an IPv6 address without brackets
 * @param port in use
 */
public record HttpAddress(String host, int port) {
  public static final int DEFAULT_PORT = 80;

  private static final Pattern ENDPOINT =
      Pattern.compile("http://(\\[[^\\]]+\\]|[^\\[\\]/:]+)(?::([0-9]{1,5}))?/?");

  /**
   * Reads an entry of {@code osgi.http.endpoint}. The server writes an IPv6 host without brackets
   * when the operator did, so the host that it was given decides where the port begins.
   */
  public static Optional<HttpAddress> parse(String endpoint, String boundHost) {
    String given = "http://" + boundHost;
    if (!boundHost.isEmpty() && endpoint.startsWith(given)) {
      String rest = endpoint.substring(given.length()).replaceAll("/$", "");
      if (rest.isEmpty()) {
        return Optional.of(new HttpAddress(unbracketed(boundHost), DEFAULT_PORT));
      }
      if (rest.matches(":[0-9]{1,5}")) {
        return Optional.of(
            new HttpAddress(unbracketed(boundHost), Integer.parseInt(rest.substring(1))));
      }
    }
    Matcher matcher = ENDPOINT.matcher(endpoint);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int port = matcher.group(2) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(2));
    return Optional.of(new HttpAddress(unbracketed(matcher.group(1)), port));
  }

  public String url() {
    return "http://" + authority(host);
  }

  /** Returns a host with this port as a URL and a {@code Host} header have it. */
  public String authority(String name) {
    String bracketed = name.indexOf(':') >= 0 ? "[" + name + "]" : name;
    return port == DEFAULT_PORT ? bracketed : bracketed + ":" + port;
  }

  private static String unbracketed(String host) {
    String text = host.toLowerCase(Locale.ROOT);
    return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
  }
}
