package dev.talaria.mcp.wire.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Turns received objects into maps, lists, texts, numbers and booleans. */
public final class JsonValues {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonValues() {}

  /** Returns the object as a map; members and elements that are null are left out. */
  public static Map<String, Object> object(JsonObject object) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name : object.names()) {
      Object value = value(object.raw(name).orElseThrow());
      if (value != null) {
        values.put(name, value);
      }
    }
    return values;
  }

  /** The text was found valid when it was received, within the limits of depth and size. */
  private static Object value(String json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      return value(parser, parser.nextToken());
    }
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
          Object value = value(parser, parser.nextToken());
          if (value != null) {
            values.put(name, value);
          }
        }
        yield values;
      }
      case START_ARRAY -> {
        List<Object> values = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
          Object value = value(parser, t);
          if (value != null) {
            values.add(value);
          }
        }
        yield values;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
