package dev.talaria.pipeline;

import com.networknt.schema.Schema;
import dev.talaria.pipeline.coercion.ArgumentCoercion;
import dev.talaria.pipeline.plan.ArgumentPlan;
import dev.talaria.pipeline.problem.Words;
import dev.talaria.pipeline.schema.LocalReferences;
import dev.talaria.pipeline.schema.NullableKeyword;
import dev.talaria.pipeline.schema.NumberRange;
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
  /** Longest text of arguments that is read. */
  public static final int MAX_CHARS = 32 * 1024 * 1024;

  private final JsonMapper mapper;
  private final JsonNode document;
  private final Schema schema;
  private final ArgumentCoercion coercion;
  private final ArgumentPlan plan;

  private ArgumentSchema(JsonMapper mapper, JsonNode document) throws InvalidSchemaException {
    this.mapper = mapper;
    this.document = document;
    this.schema = Schemas.compile(document);
    LocalReferences references = new LocalReferences(document);
    this.coercion = new ArgumentCoercion(document, references, mapper);
    this.plan = ArgumentPlan.compile(document, references, Schemas::pattern);
  }

  /**
   * Compiles a JSON Schema (2020-12). References leave the document for nowhere: nothing is
   * fetched.
   *
   * @throws InvalidSchemaException if it is no usable schema
   */
  public static ArgumentSchema compile(String schemaJson, JsonMapper mapper)
      throws InvalidSchemaException {
    return new ArgumentSchema(mapper, NullableKeyword.translate(Schemas.parse(schemaJson, mapper)));
  }

  /**
   * Parses, coerces and validates a call's arguments and fills in defaults.
   *
   * @param argumentsJson JSON text; empty counts as an empty object
   */
  public ArgumentOutcome accept(String argumentsJson) {
    Objects.requireNonNull(argumentsJson, "argumentsJson");
    if (argumentsJson.length() > MAX_CHARS) {
      return new ArgumentOutcome.Rejected(
          "The arguments have "
              + argumentsJson.length()
              + " characters, so the tool was not run; at most "
              + MAX_CHARS
              + " are read.");
    }
    JsonNode parsed;
    try {
      parsed = argumentsJson.isBlank() ? mapper.createObjectNode() : mapper.readTree(argumentsJson);
    } catch (JacksonException e) {
      return new ArgumentOutcome.Rejected(
          "The arguments are no valid JSON, so the tool was not run: " + JsonSyntax.words(e));
    }
    if (!(parsed instanceof ObjectNode arguments)) {
      return new ArgumentOutcome.Rejected(
          "The arguments must be one JSON object, so the tool was not run; got "
              + Words.kind(parsed)
              + ".");
    }
    return accept(arguments);
  }

  /**
   * As {@link #accept(String)}, for arguments that are parsed already. They are not changed; what
   * is accepted is the same object if there was nothing to change, and shares what it can if there
   * was.
   */
  public ArgumentOutcome accept(ObjectNode arguments) {
    Optional<ObjectNode> certain = plan.accept(arguments);
    return certain.isPresent()
        ? new ArgumentOutcome.Accepted(certain.get())
        : acceptThoroughly(arguments);
  }

  /** Does without the plan, which says yes in clear cases only. */
  ArgumentOutcome acceptThoroughly(ObjectNode arguments) {
    Optional<String> monster = NumberRange.firstOutside(arguments);
    if (monster.isPresent()) {
      return new ArgumentOutcome.Rejected(
          "The arguments do not fit the tool's schema: "
              + monster.get()
              + ": "
              + monsterWords(arguments.at(monster.get())));
    }
    ObjectNode coerced = coercion.coerce(arguments);
    String problems = Schemas.problems(schema, document, coerced);
    return problems.isEmpty()
        ? new ArgumentOutcome.Accepted(coerced)
        : new ArgumentOutcome.Rejected("The arguments do not fit the tool's schema: " + problems);
  }

  private static String monsterWords(JsonNode number) {
    return NumberRange.isNotFinite(number)
        ? number.doubleValue() + " is no number that JSON has; give a finite one"
        : "a number this large or this small cannot be handled";
  }
}
