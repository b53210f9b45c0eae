package dev.talaria.ops.internal.access;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the {@code Authorization} header of RFC 6750, section 2.1. */
final class BearerToken {
  private static final int MAX_LENGTH = 512;

  // The scheme is case-insensitive (RFC 9110, 11.1); the token is the "b64token" of RFC 6750.
  private static final Pattern HEADER =
      Pattern.compile("[Bb][Ee][Aa][Rr][Ee][Rr] {1,8}([A-Za-z0-9._~+/-]+=*)");

  private BearerToken() {}

  /** Returns the token; empty unless the header is exactly one bearer credential. */
  static Optional<String> parse(String header) {
    if (header == null || header.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Matcher matcher = HEADER.matcher(header);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
