package dev.talaria.itests.harness;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the tests read and write it. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Makes an object of names and values in turn. */
  public static ObjectNode object(Object... namesAndValues) {
    ObjectNode object = MAPPER.createObjectNode();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.set((String) namesAndValues[i], MAPPER.valueToTree(namesAndValues[i + 1]));
    }
    return object;
  }

  /** Returns one field of each element, in order. */
  public static List<String> texts(JsonNode array, String field) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.path(field).asString()));
    return texts;
  }
}
