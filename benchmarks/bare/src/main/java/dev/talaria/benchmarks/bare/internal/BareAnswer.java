package dev.talaria.benchmarks.bare.internal;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers a {@code tools/call} of echo with what has to be done at least: read it and answer. */
final class BareAnswer {
  private static final int QUOTED_PADDING = ",\"padding\":\"\"".length();

  private final JsonMapper mapper = JsonMapper.builder().build();

  /**
   * Returns the answer.
   *
   * @param size in bytes, so that the network carries as much as with the runtime; an answer that
   *     is longer by itself stays so
   */
  byte[] to(byte[] request, int size) {
    JsonNode message = mapper.readTree(request);
    ObjectNode answer = mapper.createObjectNode();
    answer.put("jsonrpc", "2.0");
    answer.set("id", message.path("id"));
    ObjectNode result = answer.putObject("result");
    ObjectNode content = result.putArray("content").addObject();
    content.put("type", "text");
    content.put("text", message.path("params").path("arguments").path("text").asString());
    byte[] bytes = mapper.writeValueAsBytes(answer);
    int missing = size - bytes.length - QUOTED_PADDING;
    return missing < 0 ? bytes : padded(bytes, missing);
  }

  /** Puts a member of the wanted length before the last brace. */
  private static byte[] padded(byte[] object, int length) {
    String text = new String(object, 0, object.length - 1, StandardCharsets.UTF_8);
    return (text + ",\"padding\":\"" + "x".repeat(length) + "\"}").getBytes(StandardCharsets.UTF_8);
  }
}
