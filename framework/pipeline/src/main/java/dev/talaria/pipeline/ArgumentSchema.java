package dev.talaria.pipeline;

import com.networknt.schema.Schema;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The compiled schema of one tool's arguments. Immutable and thread-safe. Holds JSON only, no
 * classes of the tool.
 */
public final class ArgumentSchema {
  private final JsonMapper mapper;
  private final Schema schema;
  private final ArgumentCoercion coercion;

  private ArgumentSchema(JsonMapper mapper, JsonNode document, Schema schema) {
    this.mapper = mapper;
    this.schema = schema;
    this.coercion = new ArgumentCoercion(document, mapper);
  }

  /**
   * Compiles a JSON Schema (2020-12). References leave the document for nowhere: nothing is
   * fetched.
   *
   * @throws InvalidSchemaException if it is no usable schema
   */
  public static ArgumentSchema compile(String schemaJson, JsonMapper mapper)
      throws InvalidSchemaException {
    JsonNode document = Schemas.parse(schemaJson, mapper);
    return new ArgumentSchema(mapper, document, Schemas.compile(document));
  }

  /**
   * Parses, coerces and validates a call's arguments and fills in defaults.
   *
   * @param argumentsJson JSON text; empty counts as an empty object
   */
  public ArgumentOutcome accept(String argumentsJson) {
    Objects.requireNonNull(argumentsJson, "argumentsJson");
    JsonNode parsed;
    try {
      parsed = argumentsJson.isBlank() ? mapper.createObjectNode() : mapper.readTree(argumentsJson);
    } catch (JacksonException e) {
      return new ArgumentOutcome.Rejected(
          "The arguments are no valid JSON, so the tool was not run: " + Schemas.syntax(e));
    }
    if (!(parsed instanceof ObjectNode arguments)) {
      return new ArgumentOutcome.Rejected(
          "The arguments must be one JSON object, so the tool was not run; got "
              + Schemas.kind(parsed)
              + ".");
    }
    return accept(arguments);
  }

  /** As {@link #accept(String)}, for arguments that are parsed already; they are not changed. */
  public ArgumentOutcome accept(ObjectNode arguments) {
    Optional<String> monster = NumberRange.firstOutside(arguments);
    if (monster.isPresent()) {
      return new ArgumentOutcome.Rejected(
          "The arguments do not fit the tool's schema: "
              + monster.get()
              + ": a number this large or this small cannot be handled");
    }
    ObjectNode coerced = coercion.coerce(arguments);
    String problems = Schemas.problems(schema, coerced);
    return problems.isEmpty()
        ? new ArgumentOutcome.Accepted(coerced)
        : new ArgumentOutcome.Rejected("The arguments do not fit the tool's schema: " + problems);
  }
}
