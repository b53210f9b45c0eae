package dev.talaria.launcher.runtime;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as trees. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          // What the runtime answers is printed with its digits.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  /**
   * Parses a document.
   *
   * @throws IllegalArgumentException if it is no JSON; the message is one line
   */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException e) {
      // What the parser says of itself helps nobody; the place does.
      TokenStreamLocation at = e.getLocation();
      throw new IllegalArgumentException(
          "it is not written as JSON has it"
              + (at == null
                  ? ""
                  : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")"),
          e);
    }
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns the document indented, for people and pipes. */
  public static String pretty(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** Returns a text as a JSON string, quotes included. */
  public static String quoted(String text) {
    return MAPPER.writeValueAsString(text);
  }
}
