package dev.talaria.mcp.wire.json;

import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Takes members out of objects that are written already. */
public final class JsonMember {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonMember() {}

  /**
   * Returns an object without one of its members; the same bytes if it has no such member.
   *
   * @param object a JSON object in UTF-8, in one line
   */
  public static byte[] without(byte[] object, String name) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), object)) {
      json.nextToken();
      int end = 1;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean isSought = json.currentName().equals(name);
        int start = end;
        json.nextToken();
        json.skipChildren();
        json.finishToken();
        end = (int) json.currentLocation().getByteOffset();
        if (isSought) {
          return cut(object, start, end);
        }
      }
    }
    return object;
  }

  /** Cuts a member out with the comma before it, or, if it is the first, the one behind it. */
  private static byte[] cut(byte[] object, int start, int end) {
    int after = start == 1 && object[end] == ',' ? end + 1 : end;
    byte[] rest = Arrays.copyOf(object, object.length - (after - start));
    System.arraycopy(object, after, rest, start, object.length - after);
    return rest;
  }
}
