package dev.talaria.mcp.server.internal.modern;

import dev.talaria.mcp.wire.json.JsonObject;
import java.util.TreeSet;

/** Who asks for what, as one text: the same for a request and its retry, whatever its spacing. */
final class Binding {
  private Binding() {}

  /**
   * Returns the text.
   *
   * @param key of the parameter that names what is asked for
   */
  static String of(String principal, String method, String key, JsonObject params) {
    StringBuilder text = new StringBuilder();
    part(text, principal);
    part(text, method);
    part(text, params.string(key).orElse(""));
    object(text, params.object("arguments").orElse(JsonObject.EMPTY));
    return text.toString();
  }

  /** The length before each part: no two requests look alike. */
  private static void part(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part);
  }

  private static void object(StringBuilder text, JsonObject object) {
    text.append('{');
    for (String name : new TreeSet<>(object.names())) {
      part(text, name);
      if (object.object(name).isPresent()) {
        object(text, object.object(name).get());
      } else {
        part(text, object.string(name).orElseGet(() -> object.raw(name).orElse("")));
      }
    }
    text.append('}');
  }
}
