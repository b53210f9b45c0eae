package dev.talaria.ops.internal.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Judges IP addresses given as text, without ever asking a name server. */
final class PeerAddress {
  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?!$)|$)){4}");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%\\w+)?");

  private PeerAddress() {}

  /** Returns whether the text is an address of the loopback interface; a name is none. */
  static boolean isLoopback(String text) {
    return parse(text).map(InetAddress::isLoopbackAddress).orElse(false);
  }

  private static Optional<InetAddress> parse(String text) {
    String bare =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    // Only literals get as far as getByName, which would look up anything else.
    if (!IPV4.matcher(bare).matches() && !IPV6.matcher(bare).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(bare));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
