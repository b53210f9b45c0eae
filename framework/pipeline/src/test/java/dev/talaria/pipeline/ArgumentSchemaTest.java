package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ArgumentSchemaTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  private static ArgumentOutcome accept(String properties, String arguments) throws Exception {
    return ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{"
                + properties
                + "},\"additionalProperties\":false}",
            MAPPER)
        .accept(arguments);
  }

  private static ObjectNode accepted(ArgumentOutcome outcome) {
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Accepted.class);
    return ((ArgumentOutcome.Accepted) outcome).arguments();
  }

  private static String rejected(ArgumentOutcome outcome) {
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Rejected.class);
    return ((ArgumentOutcome.Rejected) outcome).message();
  }

  @ParameterizedTest
  @CsvSource({
    "integer, 3.14",
    "integer, inf",
    "integer, 1e99999999999",
    "integer, 1e999",
    "number, nan",
    "boolean, yes",
    "boolean, 1",
    "integer, ''",
  })
  void whatCannotBeTurnedIsReportedWithPathAndValue(String type, String value) throws Exception {
    ArgumentOutcome outcome =
        accept("\"v\":{\"type\":\"" + type + "\"}", "{\"v\":\"" + value + "\"}");
    if (value.equals("1e999")) {
      assertThat(accepted(outcome).get("v").bigIntegerValue().bitLength()).isGreaterThan(3000);
    } else {
      assertThat(rejected(outcome)).contains("/v").contains(type).contains("got \"" + value + "\"");
    }
  }

  @Test
  void defaultsAreFilledInHoweverDeepATreeIs() throws Exception {
    ArgumentSchema tree =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":7},"
                + "\"next\":{\"$ref\":\"#\"}}}",
            MAPPER);
    int depth = 150;
    ObjectNode accepted =
        accepted(tree.accept("{\"next\":".repeat(depth) + "{}" + "}".repeat(depth)));
    JsonNode deepest = accepted;
    while (deepest.has("next")) {
      deepest = deepest.get("next");
    }
    assertThat(deepest.path("n").asInt()).isEqualTo(7);
  }

  @Test
  void defaultsFillWhatIsMissingAndNullMeansMissing() throws Exception {
    String properties =
        "\"unit\":{\"type\":\"string\",\"default\":\"celsius\"},\"limit\":{\"type\":\"integer\"}";
    assertThat(accepted(accept(properties, "{}"))).hasToString("{\"unit\":\"celsius\"}");
    assertThat(accepted(accept(properties, "{\"unit\":null,\"limit\":null}")))
        .hasToString("{\"unit\":\"celsius\"}");
    assertThat(accepted(accept(properties, ""))).hasToString("{\"unit\":\"celsius\"}");
  }

  @Test
  void referencesWithinTheDocumentAreFollowed() throws Exception {
    ArgumentSchema schema =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"p\":{\"$ref\":\"#/$defs/point\"}},\"$defs\":{\"point\":"
                + "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}},\"required\":[\"x\"]}}}",
            MAPPER);
    assertThat(accepted(schema.accept("{\"p\":{\"x\":\"4\"}}"))).hasToString("{\"p\":{\"x\":4}}");
    assertThat(rejected(schema.accept("{\"p\":{}}"))).contains("/p").contains("x");
  }

  @Test
  void aReferenceToItselfEnds() throws Exception {
    ArgumentSchema schema =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"n\":{\"type\":\"integer\"}}}",
            MAPPER);
    assertThat(accepted(schema.accept("{\"next\":{\"next\":{\"n\":\"1\"}}}")).toString())
        .isEqualTo("{\"next\":{\"next\":{\"n\":1}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "1e300", "-1e300", "\"2.5\"", "123456789012345678901234567890"})
  void numbersBeyondTheTypeAreRefusedNotStumbledOver(String number) throws Exception {
    String properties = "\"v\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10}";
    assertThat(rejected(accept(properties, "{\"v\":" + number + "}"))).contains("/v: must be");
  }

  @Test
  void theInputIsNotChanged() throws Exception {
    ArgumentSchema schema =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}", MAPPER);
    ObjectNode given = (ObjectNode) MAPPER.readTree("{\"n\":\"1\"}");
    schema.accept(given);
    assertThat(given).hasToString("{\"n\":\"1\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "[1]", "null", "\"x\"", "{} {}", "{\"a\":1,\"a\":2}", "{'a':1}", "nan"})
  void whatIsNoJsonObjectIsRejected(String arguments) throws Exception {
    assertThat(rejected(accept("\"a\":{}", arguments)))
        .contains("the tool was not run")
        .doesNotContain("Source", "REDACTED", "UNKNOWN");
  }

  @Test
  void aMegabyteOfBracketsIsRejectedNotFollowed() throws Exception {
    assertThat(rejected(accept("\"a\":{}", "{\"a\":" + "[".repeat(1_000_000))))
        .contains("the tool was not run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000000000", "1e5000", "-1e5000", "1e-1000000000", "1e1001"})
  void aNumberThatNobodyCanExpandIsRejectedWithItsPlace(String number) throws Exception {
    String properties = "\"limit\":{\"type\":\"integer\",\"minimum\":1},\"l\":{}";
    assertThat(rejected(accept(properties, "{\"limit\":" + number + "}"))).contains("/limit");
    assertThat(rejected(accept(properties, "{\"l\":[0,{\"a/b\":" + number + "}]}")))
        .contains("/l/1/a~1b");
    assertThat(accepted(accept(properties, "{\"l\":[0e1000000000,1e300,1.5]}"))).isNotNull();
  }

  @Test
  void missingAndUnknownPropertiesAreNamed() throws Exception {
    ArgumentSchema schema =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"place\":{\"type\":\"string\"}},"
                + "\"required\":[\"place\"],\"additionalProperties\":false}",
            MAPPER);
    assertThat(rejected(schema.accept("{\"plaec\":\"Lyon\"}"))).contains("place").contains("plaec");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nope",
        "[]",
        "{\"type\":5}",
        "{\"$ref\":\"http://example.invalid/x\"}",
        "{\"$ref\":\"#\"}",
        "{\"properties\":{\"a\":{\"default\":1e2000}}}",
        "{\"allOf\":[{\"$ref\":\"#/$defs/a\"}],\"$defs\":{\"a\":{\"not\":{\"$ref\":\"#\"}}}}"
      })
  void unusableSchemasAreToldAtCompileTime(String schema) {
    assertThatThrownBy(() -> ArgumentSchema.compile(schema, MAPPER))
        .isInstanceOf(InvalidSchemaException.class)
        .message()
        .isNotBlank();
  }
}
