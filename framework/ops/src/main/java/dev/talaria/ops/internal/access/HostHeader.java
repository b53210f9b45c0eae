package dev.talaria.ops.internal.access;

import dev.talaria.ops.internal.environment.HttpAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code Host} header (RFC 9110, 7.2), taken apart.
 *
 * @param host in lower case; an IPv6 address without brackets
 * @param port as given, or the default one of plain HTTP
 */
record HostHeader(String host, int port) {
  private static final int MAX_LENGTH = 262;
  private static final int MAX_PORT = 65535;

  // No percent-encoding and no leading zeros: nothing that two parsers could read in two ways.
  private static final Pattern HEADER =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)\\]|([A-Za-z0-9._-]+))(?::([1-9][0-9]{0,4}))?");

  /** Returns the parts; empty unless the whole header has the form. */
  static Optional<HostHeader> parse(String header) {
    if (header == null || header.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Matcher matcher = HEADER.matcher(header);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port =
        matcher.group(3) == null ? HttpAddress.DEFAULT_PORT : Integer.parseInt(matcher.group(3));
    return port > MAX_PORT
        ? Optional.empty()
        : Optional.of(new HostHeader(host.toLowerCase(Locale.ROOT), port));
  }

  /** Returns the origin of pages that this host serves over plain HTTP (RFC 6454, 6.2). */
  String origin() {
    return "http://" + new HttpAddress(host, port).authority(host);
  }
}
