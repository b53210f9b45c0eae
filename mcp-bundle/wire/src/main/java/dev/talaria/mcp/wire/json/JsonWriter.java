package dev.talaria.mcp.wire.json;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes JSON in one line: a line end between tokens would break an event stream and the framing of
 * stdio. Thread-safe.
 */
public final class JsonWriter {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonWriter() {}

  /** Returns what the body writes, in UTF-8. */
  public static byte[] write(Consumer<JsonGenerator> body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      body.accept(json);
    }
    return out.toByteArray();
  }

  /** Writes the name of a member; what is no valid text becomes replacement characters. */
  public static void name(JsonGenerator json, String name) {
    json.writeName(wellFormed(name));
  }

  /** Writes a string member; what is no valid text becomes replacement characters. */
  public static void string(JsonGenerator json, String name, String value) {
    json.writeName(name);
    json.writeString(wellFormed(value));
  }

  /** Writes a member that is JSON text already. */
  public static void raw(JsonGenerator json, String name, String valueJson) {
    json.writeName(name);
    json.writeRawValue(wellFormed(singleLine(valueJson)));
  }

  /** In valid JSON a line end can only stand between tokens, where a space is as good. */
  static String singleLine(String json) {
    if (json.indexOf('\n') < 0 && json.indexOf('\r') < 0) {
      return json;
    }
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  /** Half a surrogate pair has no UTF-8; a tool's or a client's text must not end a message. */
  static String wellFormed(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          return replaceBroken(text);
        }
      }
    }
    return text;
  }

  private static String replaceBroken(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                out.appendCodePoint(
                    c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c));
    return out.toString();
  }
}
