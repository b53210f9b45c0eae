package dev.talaria.pipeline;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.regex.JDKRegularExpressionFactory;
import dev.talaria.pipeline.problem.Finding;
import dev.talaria.pipeline.problem.Problems;
import dev.talaria.pipeline.problem.Words;
import dev.talaria.pipeline.schema.InPlaceReferences;
import dev.talaria.pipeline.schema.LocalReferences;
import dev.talaria.pipeline.schema.NumberRange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The one place that knows the schema library. */
final class Schemas {
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

  // Keywords whose values are data, not schemas.
  private static final Set<String> DATA = Set.of("default", "const", "enum", "examples");

  private Schemas() {}

  static JsonNode parse(String schemaJson, JsonMapper mapper) throws InvalidSchemaException {
    try {
      JsonNode document = mapper.readTree(schemaJson);
      if (document != null && (document.isObject() || document.isBoolean())) {
        return document;
      }
      throw new InvalidSchemaException("a JSON Schema is an object, not " + Words.kind(document));
    } catch (JacksonException e) {
      throw new InvalidSchemaException("no JSON: " + JsonSyntax.words(e), e);
    }
  }

  static Schema compile(JsonNode document) throws InvalidSchemaException {
    refuseReferencesOut(document, 0);
    try {
      String problems = problems(MetaSchema.DRAFT_2020_12, MissingNode.getInstance(), document);
      if (!problems.isEmpty()) {
        throw new InvalidSchemaException("no JSON Schema (2020-12): " + problems);
      }
      Optional<String> monster = NumberRange.firstOutside(document);
      if (monster.isPresent()) {
        throw new InvalidSchemaException(
            "no usable JSON Schema: the number at " + monster.get() + " is too large or too small");
      }
      Optional<String> endless = InPlaceReferences.problem(document, new LocalReferences(document));
      if (endless.isPresent()) {
        throw new InvalidSchemaException("no usable JSON Schema: " + endless.get());
      }
      Schema schema = registry().getSchema(document);
      schema.initializeValidators();
      return schema;
    } catch (SchemaException | PatternSyntaxException e) {
      throw new InvalidSchemaException("no usable JSON Schema: " + e.getMessage(), e);
    }
  }

  private static SchemaRegistry registry() {
    // One for each schema: a shared registry would keep every schema for ever.
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder.schemaRegistryConfig(
                SchemaRegistryConfig.builder()
                    .locale(Locale.ENGLISH)
                    .regularExpressionFactory(JDKRegularExpressionFactory.getInstance())
                    .build()));
  }

  /** The schema of schemas; loaded from the library's own resources at the first use. */
  private static final class MetaSchema {
    static final Schema DRAFT_2020_12 =
        registry().getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
  }

  /** A schema that points out of its document could make the runtime fetch something. */
  private static void refuseReferencesOut(JsonNode node, int depth) throws InvalidSchemaException {
    if (depth > JsonMappers.MAX_DEPTH) {
      throw new InvalidSchemaException("nested deeper than " + JsonMappers.MAX_DEPTH);
    }
    for (String key : REFERENCES) {
      String target = node.path(key).stringValue("#");
      if (!target.startsWith("#")) {
        throw new InvalidSchemaException(
            key + " '" + Words.cut(target) + "' leaves the document; put what it names into $defs");
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!DATA.contains(member.getKey())) {
        refuseReferencesOut(member.getValue(), depth + 1);
      }
    }
    if (node.isArray()) {
      for (JsonNode element : node.values()) {
        refuseReferencesOut(element, depth + 1);
      }
    }
  }

  /** Returns a test of a regular expression, the same as that of the library's validator. */
  static Predicate<String> pattern(String regex) {
    return JDKRegularExpressionFactory.getInstance().getRegularExpression(regex)::matches;
  }

  static String cut(String text) {
    return Words.cut(text);
  }

  /** Returns what is wrong with a value, worded for whoever has to mend it; empty: nothing. */
  static String problems(Schema schema, JsonNode document, JsonNode value) {
    List<Error> errors;
    try {
      errors = schema.validate(value);
    } catch (SchemaException e) {
      // Some faults of a schema show only where a value leads to them.
      return "the schema itself cannot be used: " + e.getMessage();
    }
    return errors.isEmpty()
        ? ""
        : Problems.text(errors.stream().map(error -> finding(error, document)).toList());
  }

  private static Finding finding(Error error, JsonNode document) {
    JsonNode value = error.getInstanceNode();
    return new Finding(
        error.getKeyword(),
        error.getInstanceLocation().toString(),
        error.getEvaluationPath().toString(),
        schemaObject(error, document),
        value == null ? MissingNode.getInstance() : value,
        error.getProperty() == null ? "" : error.getProperty(),
        error.getMessage());
  }

  /** Returns the schema object that has the keyword. */
  private static JsonNode schemaObject(Error error, JsonNode document) {
    String pointer = error.getSchemaLocation().getFragment().toString();
    return pointer.startsWith("/")
        ? document.at(JsonPointer.compile(pointer).head())
        : MissingNode.getInstance();
  }
}
