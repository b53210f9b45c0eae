package dev.talaria.mcp.wire.tools;

import dev.talaria.mcp.wire.json.InvalidJsonException;
import dev.talaria.mcp.wire.json.JsonDocument;
import dev.talaria.mcp.wire.json.JsonLimits;
import dev.talaria.mcp.wire.json.JsonReader;
import java.nio.charset.StandardCharsets;

/** What a JSON text has at its top. */
final class SchemaRoot {
  private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

  private SchemaRoot() {}

  /** Returns whether the schema says {@code "type": "object"}. */
  static boolean isObject(String schemaJson) {
    try {
      return READER.read(schemaJson.getBytes(StandardCharsets.UTF_8))
              instanceof JsonDocument.OfObject schema
          && schema.object().string("type").filter("object"::equals).isPresent();
    } catch (InvalidJsonException e) {
      return false;
    }
  }
}
