package dev.talaria.ops.internal.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON as trees: strict about doubled keys and trailing text, bounded in depth,
 * exact about numbers. No class but Jackson's own is ever bound, so one mapper serves all.
 */
public final class Json {
  private static final int MAX_DEPTH = 200;
  private static final int MAX_STRING_CHARS = 32 * 1024 * 1024;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(MAX_STRING_CHARS)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array(Iterable<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /**
   * Reads one JSON value in UTF-8.
   *
   * @throws InvalidJsonException whose message says what is wrong and where
   */
  public static JsonNode read(byte[] utf8) throws InvalidJsonException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidJsonException("it is not in UTF-8");
    }
    return read(text);
  }

  /** Reads one JSON value. */
  public static JsonNode read(String text) throws InvalidJsonException {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node.isMissingNode()) {
        throw new InvalidJsonException("it is empty");
      }
      return node;
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new InvalidJsonException(
          words(e)
              + (at == null
                  ? ""
                  : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")"));
    }
  }

  /** What the parser says of itself helps nobody. */
  private static String words(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    if (e instanceof StreamConstraintsException) {
      return "its nesting, or a text or a number in it, is beyond what is read";
    }
    return message.startsWith("Duplicate")
        ? "a key stands twice in one object"
        : "it is not written as JSON has it";
  }

  public static byte[] write(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }
}
