package dev.talaria.pipeline;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The one place that knows the schema library. */
final class Schemas {
  private static final int MAX_PROBLEMS = 8;
  private static final int MAX_VALUE_CHARS = 80;
  private static final Pattern SOURCE = Pattern.compile("\\s*\\([^()\\[]*\\[Source:[^\\]]*\\]\\)");
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
      throw new InvalidSchemaException("a JSON Schema is an object, not " + kind(document));
    } catch (JacksonException e) {
      throw new InvalidSchemaException("no JSON: " + syntax(e), e);
    }
  }

  static Schema compile(JsonNode document) throws InvalidSchemaException {
    refuseReferencesOut(document, 0);
    try {
      String problems = problems(MetaSchema.DRAFT_2020_12, document);
      if (!problems.isEmpty()) {
        throw new InvalidSchemaException("no JSON Schema (2020-12): " + problems);
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
                SchemaRegistryConfig.builder().locale(Locale.ENGLISH).build()));
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
            key + " '" + cut(target) + "' leaves the document; put what it names into $defs");
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

  static String problems(Schema schema, JsonNode value) {
    List<Error> errors = schema.validate(value);
    if (errors.isEmpty()) {
      return "";
    }
    StringJoiner text = new StringJoiner("; ");
    errors.stream().limit(MAX_PROBLEMS).map(Schemas::problem).forEach(text::add);
    if (errors.size() > MAX_PROBLEMS) {
      text.add("and " + (errors.size() - MAX_PROBLEMS) + " more");
    }
    return text.toString();
  }

  private static String problem(Error error) {
    String path = error.getInstanceLocation().toString();
    JsonNode came = error.getInstanceNode();
    String shown = came == null || came.isContainer() ? "" : ", got " + cut(came.toString());
    return (path.isEmpty() ? "" : path + ": ") + error.getMessage() + shown;
  }

  static String cut(String text) {
    return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "...";
  }

  static String kind(JsonNode node) {
    return node == null
        ? "nothing"
        : switch (node.getNodeType()) {
          case ARRAY -> "a list";
          case BOOLEAN -> "a boolean";
          case NULL -> "null";
          case NUMBER -> "a number";
          case STRING -> "a string";
          case OBJECT -> "an object";
          default -> "nothing";
        };
  }

  /** Says what is wrong with a text that is no JSON, and where, without the parser's jargon. */
  static String syntax(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    String place =
        at == null || at.getLineNr() < 1
            ? ""
            : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    return SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("") + place;
  }
}
