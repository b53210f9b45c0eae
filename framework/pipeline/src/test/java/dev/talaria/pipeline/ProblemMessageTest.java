package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a model is told about arguments that do not fit. */
@DisplayName("Messages about wrong arguments")
class ProblemMessageTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final String PREFIX = "The arguments do not fit the tool's schema: ";
  private static final String SHAPES =
      "{'oneOf':[{'type':'object','properties':{'kind':{'const':'circle'},'radius':{'type':'number'}},"
          + "'required':['kind','radius'],'additionalProperties':false},"
          + "{'type':'object','properties':{'kind':{'const':'square'},'side':{'type':'number'}},"
          + "'required':['kind','side'],'additionalProperties':false}]}";

  static Stream<Arguments> messages() {
    return Stream.of(
        of("{'type':'integer'}", "'x'", "/v: must be an integer, got \"x\""),
        of("{'type':'boolean'}", "'yes'", "/v: must be a boolean (true or false), got \"yes\""),
        of("{'type':['integer','null']}", "{}", "/v: must be an integer or null, got an object"),
        of(
            "{'enum':['celsius','kelvin']}",
            "'celcius'",
            "/v: must be one of \"celsius\", \"kelvin\", got \"celcius\", did you mean \"celsius\"?"),
        of("{'enum':['a',1,null]}", "true", "/v: must be one of \"a\", 1, null, got true"),
        of("{'const':'x'}", "'y'", "/v: must be \"x\", got \"y\""),
        of("{'minimum':1}", "0", "/v: must be 1 or more, got 0"),
        of("{'maximum':1.5}", "2", "/v: must be 1.5 or less, got 2"),
        of("{'exclusiveMinimum':1}", "1", "/v: must be more than 1, got 1"),
        of("{'exclusiveMaximum':1}", "1", "/v: must be less than 1, got 1"),
        of("{'multipleOf':5}", "7", "/v: must be a multiple of 5, got 7"),
        of("{'minLength':2}", "'a'", "/v: must have at least 2 characters, has 1, got \"a\""),
        of("{'maxLength':1}", "'ab'", "/v: must have at most 1 character, has 2, got \"ab\""),
        of("{'pattern':'^a$'}", "'b'", "/v: must match the regular expression ^a$, got \"b\""),
        of("{'minItems':1}", "[]", "/v: must have at least 1 element, has 0"),
        of("{'maxItems':1}", "[1,2]", "/v: must have at most 1 element, has 2"),
        of("{'uniqueItems':true}", "[1,1]", "/v: must not have the same element twice"),
        of("{'minProperties':1}", "{}", "/v: must have at least 1 property, has 0"),
        of(
            "{'contains':{'type':'integer'}}",
            "['a']",
            "/v: has too few elements of the kind that it must contain"),
        of("{'dependentRequired':{'a':['b']}}", "{'a':1}", "/v: lacks \"b\", which \"a\" needs"),
        of(
            "{'not':{'type':'string'}}",
            "'a'",
            "/v: is one of the values that are not allowed, got \"a\""),
        of("false", "1", "/v: must not be given"),
        of(
            "{'type':'array','items':{'type':'integer'}}",
            "[1,'a']",
            "/v/1: must be an integer, got \"a\""),
        of(
            "{'type':'object','required':['a','b'],'properties':{'a':{'type':'string'},'b':{'enum':[1,2]}}}",
            "{}",
            "/v: missing \"a\" (a string), \"b\" (one of 1, 2)"),
        of(
            "{'type':'object','properties':{'place':{},'unit':{}},'additionalProperties':false}",
            "{'plaec':1}",
            "/v: unknown property \"plaec\", did you mean \"place\"?"),
        of(
            "{'type':'object','properties':{'max_results':{}},'additionalProperties':false}",
            "{'maxResults':1}",
            "/v: unknown property \"maxResults\", did you mean \"max_results\"?"),
        of(
            "{'type':'object','properties':{'place':{},'unit':{}},'additionalProperties':false}",
            "{'colour':1}",
            "/v: unknown property \"colour\" (known: \"place\", \"unit\")"),
        of(
            "{'anyOf':[{'type':'integer'},{'type':'boolean'},{'type':'null'}]}",
            "'x'",
            "/v: must be an integer or a boolean (true or false) or null, got \"x\""),
        of(SHAPES, "{'kind':'square','side':'x'}", "/v/side: must be a number, got \"x\""),
        of(
            SHAPES,
            "{'kind':'circle','side':1}",
            "/v: missing \"radius\" (a number); /v: unknown property \"side\" (known: \"kind\", \"radius\")"),
        of(
            SHAPES,
            "{'kind':'sqare','side':1}",
            "/v/kind: must be one of \"circle\", \"square\", got \"sqare\", did you mean \"square\"?"),
        of(SHAPES, "{'side':1}", "/v: missing \"kind\" (one of \"circle\", \"square\")"),
        of(SHAPES, "'x'", "/v: must be an object, got \"x\""),
        of(
            "{'oneOf':[{'minimum':1},{'maximum':5}]}",
            "3",
            "/v: fits more than one of the alternatives that exclude each other"),
        of(
            "{'type':'array','items':" + SHAPES + "}",
            "[{'kind':'circle','radius':1},{'kind':'circle'},{'kind':'square'}]",
            "/v/1: missing \"radius\" (a number); /v/2: missing \"side\" (a number)"));
  }

  private static Arguments of(String schema, String value, String message) {
    return Arguments.of(schema, value, message);
  }

  @ParameterizedTest(name = "{1} under {0}: {2}")
  @MethodSource
  void messages(String schema, String value, String message) throws Exception {
    assertThat(rejected("{'properties':{'v':" + schema + "}}", "{'v':" + value + "}"))
        .isEqualTo(PREFIX + message);
  }

  @Test
  void aBranchInABranchIsFound() throws Exception {
    String schema =
        "{'properties':{'v':{'anyOf':[{'type':'null'},{'$ref':'#/$defs/s'}]}},'$defs':{'s':"
            + SHAPES
            + "}}";
    assertThat(rejected(schema, "{'v':{'kind':'circle','radius':'x'}}"))
        .isEqualTo(PREFIX + "/v/radius: must be a number, got \"x\"");
  }

  @Test
  void theRootHasNoPath() throws Exception {
    assertThat(rejected("{'required':['a']}", "{}")).isEqualTo(PREFIX + "missing \"a\"");
  }

  @Test
  void thereAreNotTooManyAndNotTooLong() throws Exception {
    String list = "{'v':[" + "'x',".repeat(999) + "'" + "y".repeat(5_000) + "']}";
    String message = rejected("{'properties':{'v':{'items':{'type':'integer'}}}}", list);
    assertThat(message).endsWith("; and 992 more").hasSizeLessThan(3_000);
    String names = "{'" + "n".repeat(5_000) + "':1}";
    assertThat(rejected("{'additionalProperties':false}", names)).hasSizeLessThan(500);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"b | it ends in the middle; was it cut off? (line 1, column 8)",
        "{\"a\":1 | it ends in the middle; was it cut off? (line 1, column 7)",
        "{\"a\":1} {} | something follows after its end; send one value only (line 1, column 9)",
        "{\"a\":1,\"a\":2} | the key 'a' stands twice (line 1, column 11)",
        "{'a':1} | the character ' does not belong here; keys stand in double quotes (line 1, column 2)",
        "{\"a\":1 \"b\":2} | the character \" does not belong here; is a comma or a bracket missing?"
            + " (line 1, column 8)",
      })
  void whatIsNoJsonIsNotRepaired(String text, String message) throws Exception {
    assertThat(rejectedText("{}", text))
        .isEqualTo("The arguments are no valid JSON, so the tool was not run: " + message);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{\"a\":NaN}",
        "{\"a\":-Infinity}",
        "{\"a\":+INF}",
        "{\"a\":tru}",
        "{\"a\":None}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"b\nc\"}",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":+1}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\":\u00a01}",
        "{\"a\":\"\\ud800\\",
        "[1 2]",
        "// x",
        "{\"a\":1e}",
        "}",
      })
  void noJargonOfTheParserReachesTheCaller(String text) throws Exception {
    assertThat(rejectedText("{}", text))
        .startsWith("The arguments are no valid JSON")
        .containsPattern("\\(line \\d+, column \\d+\\)$")
        .doesNotContainPattern(
            "Feature|Stream|CTRL-CHAR|\\(code|[a-z]Exception|[Tt]oken|Source|JSON [A-Z]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void whatIsNoNumberOfJsonIsRefusedWhateverTheSchema(double number) throws Exception {
    for (String schema : List.of("{}", "{\"properties\":{\"a\":{\"type\":\"number\"}}}")) {
      ObjectNode arguments = JsonNodeFactory.instance.objectNode();
      arguments.putArray("a").add(number);
      assertThat(ArgumentSchema.compile(schema, JsonMappers.base()).accept(arguments))
          .isInstanceOfSatisfying(
              ArgumentOutcome.Rejected.class,
              no -> assertThat(no.message()).contains("/a/0", String.valueOf(number)));
    }
  }

  @Test
  void boundsOfTheTextAreTold() throws Exception {
    assertThat(rejectedText("{}", "{\"a\":" + "[".repeat(1_000)))
        .contains("it is nested deeper than 200")
        .doesNotContain("Constraints");
    assertThat(rejectedText("{}", "{\"a\":" + "1".repeat(1_000) + "}"))
        .contains("a number has too many digits")
        .doesNotContain("Constraints");
    assertThat(rejectedText("{}", " ".repeat(ArgumentSchema.MAX_CHARS + 1)))
        .contains("at most 33554432 are read");
  }

  private static String rejected(String schema, String arguments) throws Exception {
    return rejectedText(schema, arguments.replace('\'', '"'));
  }

  private static String rejectedText(String schema, String arguments) throws Exception {
    ArgumentOutcome outcome =
        ArgumentSchema.compile(schema.replace('\'', '"'), MAPPER).accept(arguments);
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Rejected.class);
    return ((ArgumentOutcome.Rejected) outcome).message();
  }

  @Test
  @Timeout(20)
  void aFloodOfProblemsIsWordedInLinearTime() throws Exception {
    ArgumentSchema schema =
        ArgumentSchema.compile(
            "{\"type\":\"object\",\"properties\":{\"tags\":{\"type\":\"array\",\"items\":"
                + "{\"type\":\"string\"}}}}",
            JsonMappers.base());
    String numbers =
        IntStream.range(0, 60_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    ArgumentOutcome outcome = schema.accept("{\"tags\":[" + numbers + "]}");
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Rejected.class);
    assertThat(((ArgumentOutcome.Rejected) outcome).message()).hasSizeLessThan(3_000);
  }
}
