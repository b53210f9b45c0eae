package dev.talaria.mcp.server.internal.tools;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a list goes on: only in the table that its first page came from, in this run of the server.
 *
 * @param run distinguishes runs, whose generations begin anew
 * @param generation of the table
 * @param epoch of the table: at one generation other tools may be available
 * @param offset of the next page's first tool
 */
record ListCursor(String run, long generation, long epoch, int offset) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{8})\\.([0-9]{1,18})\\.([0-9]{1,18})\\.([0-9]{1,9})");

  String encode() {
    String text = run + "." + generation + "." + epoch + "." + offset;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  static Optional<ListCursor> decode(String cursor) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    Matcher parts = FORM.matcher(new String(bytes, StandardCharsets.US_ASCII));
    return parts.matches()
        ? Optional.of(
            new ListCursor(
                parts.group(1),
                Long.parseLong(parts.group(2)),
                Long.parseLong(parts.group(3)),
                Integer.parseInt(parts.group(4))))
        : Optional.empty();
  }
}
