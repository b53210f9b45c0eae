package dev.talaria.pipeline.definition;

import java.util.Set;

/**
 * What a provider asks of a schema that it holds models to.
 *
 * @param provider its name, for messages
 * @param nullForOptional whether every property is required, so that null has to say "not given"
 * @param recursion whether a schema may refer to itself
 * @param constraints keywords that it holds a model to; others are left to the runtime
 * @param formats values of {@code format} that it knows
 * @param maxDepth most levels of objects and lists
 * @param maxProperties most properties of all objects
 * @param maxEnumValues most values of all enumerations
 */
record StrictRules(
    String provider,
    boolean nullForOptional,
    boolean recursion,
    Set<String> constraints,
    Set<String> formats,
    int maxDepth,
    int maxProperties,
    int maxEnumValues) {

  /** OpenAI's guide to structured outputs, "Supported schemas". */
  static final StrictRules OPENAI =
      new StrictRules(
          "OpenAI",
          true,
          true,
          Set.of(
              "pattern",
              "format",
              "minimum",
              "maximum",
              "exclusiveMinimum",
              "exclusiveMaximum",
              "multipleOf",
              "minItems",
              "maxItems"),
          Set.of(
              "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
          10,
          5000,
          1000);

  /** Anthropic's guide to structured outputs, "JSON Schema limitations". */
  static final StrictRules ANTHROPIC =
      new StrictRules(
          "Anthropic",
          false,
          false,
          Set.of("format", "minItems"),
          Set.of(
              "date-time",
              "time",
              "date",
              "duration",
              "email",
              "hostname",
              "uri",
              "ipv4",
              "ipv6",
              "uuid"),
          10,
          5000,
          1000);
}
