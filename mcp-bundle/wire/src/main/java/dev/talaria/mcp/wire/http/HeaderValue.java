package dev.talaria.mcp.wire.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Text in a header, plain or in the form {@code =?base64?...?=} (MCP 2026-07-28, Streamable HTTP,
 * "Value Encoding").
 */
public final class HeaderValue {
  private static final String PREFIX = "=?base64?";
  private static final String SUFFIX = "?=";

  private HeaderValue() {}

  /** Returns the text that a header value stands for; empty if the value is malformed. */
  public static Optional<String> decode(String value) {
    if (!isMarked(value)) {
      return isPlain(value) ? Optional.of(value) : Optional.empty();
    }
    String base64 = value.substring(PREFIX.length(), value.length() - SUFFIX.length());
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Returns the header value for a text. */
  public static String encode(String text) {
    boolean padded = !text.equals(text.strip());
    if (isPlain(text) && !padded && !isMarked(text)) {
      return text;
    }
    return PREFIX
        + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
        + SUFFIX;
  }

  private static boolean isMarked(String value) {
    return value.length() >= PREFIX.length() + SUFFIX.length()
        && value.startsWith(PREFIX)
        && value.endsWith(SUFFIX);
  }

  private static boolean isPlain(String value) {
    return value.chars().allMatch(c -> c >= 0x20 && c <= 0x7E || c == '\t');
  }
}
