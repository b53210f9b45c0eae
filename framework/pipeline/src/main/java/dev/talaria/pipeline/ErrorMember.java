package dev.talaria.pipeline;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Bounds what a tool reports as {@code error} inside an otherwise good JSON result. */
final class ErrorMember {
  private static final String NAME = "error";

  private ErrorMember() {}

  /** Returns the JSON text with a bounded {@code error}; the same text if nothing is to be done. */
  static String bounded(String json, JsonMapper mapper) {
    if (json.length() <= ErrorText.MAX_CHARS
        || !json.startsWith("{")
        || !json.contains("\"" + NAME + "\"")) {
      return json;
    }
    JsonNode tree;
    try {
      tree = mapper.readTree(json);
    } catch (JacksonException e) {
      // A text that only looks like JSON.
      return json;
    }
    if (tree instanceof ObjectNode object && object.path(NAME).isString()) {
      String error = object.path(NAME).stringValue();
      if (error.length() > ErrorText.MAX_CHARS + ErrorText.CUT.length()) {
        object.put(NAME, ErrorText.cut(error, ErrorText.MAX_CHARS));
        return object.toString();
      }
    }
    return json;
  }
}
