package dev.talaria.pipeline;

import com.networknt.schema.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The compiled schema of one tool's structured result. Immutable and thread-safe. */
public final class OutputSchema {
  private final JsonNode document;
  private final Schema schema;

  private OutputSchema(JsonNode document) throws InvalidSchemaException {
    this.document = document;
    this.schema = Schemas.compile(document);
  }

  /**
   * Compiles a JSON Schema (2020-12).
   *
   * @throws InvalidSchemaException if it is no usable schema
   */
  public static OutputSchema compile(String schemaJson, JsonMapper mapper)
      throws InvalidSchemaException {
    return new OutputSchema(Schemas.parse(schemaJson, mapper));
  }

  /** Returns what is wrong with a result, or an empty text. */
  String problems(JsonNode result) {
    return Schemas.problems(schema, document, result);
  }
}
