package dev.talaria.mcp.wire.json;

import dev.talaria.mcp.wire.json.InvalidJsonException.Reason;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The encoding of received bytes. The parser guesses UTF-16 and UTF-32 by their zero bytes and
 * looks only roughly at text that it skips, so this is settled before it sees anything.
 */
final class Encoding {
  private Encoding() {}

  static void requirePlainUtf8(byte[] bytes) throws InvalidJsonException {
    if (bytes.length >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      throw new InvalidJsonException(Reason.SYNTAX, "the message begins with a byte order mark");
    }
    int firstWide = -1;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] <= 0) {
        if (bytes[i] == 0) {
          throw new InvalidJsonException(
              Reason.SYNTAX, "the message contains a zero byte (at " + i + "); send UTF-8");
        }
        if (firstWide < 0) {
          firstWide = i;
        }
      }
    }
    if (firstWide >= 0) {
      requireUtf8(bytes, firstWide);
    }
  }

  private static void requireUtf8(byte[] bytes, int from) throws InvalidJsonException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer out = CharBuffer.allocate(4096);
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, true);
    } while (result.isOverflow());
    if (result.isError()) {
      throw new InvalidJsonException(
          Reason.SYNTAX, "the message is not valid UTF-8 (at byte " + in.position() + ")");
    }
  }
}
