package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.json.JsonMapper;

class ArgumentSchemaPropertyTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":[\"number\",\"null\"]},"
          + "\"c\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}},\"d\":{\"$ref\":\"#\"},"
          + "\"e\":{\"type\":\"string\",\"default\":\"x\"}}}";

  private final ArgumentSchema schema;

  ArgumentSchemaPropertyTest() throws InvalidSchemaException {
    schema = ArgumentSchema.compile(SCHEMA, MAPPER);
  }

  @Property(tries = 2000)
  void anyTextIsAnsweredAndWhatIsAcceptedStaysAccepted(@ForAll("almostJson") String text)
      throws Exception {
    if (schema.accept(text) instanceof ArgumentOutcome.Accepted once) {
      assertThat(schema.accept(once.arguments()))
          .isEqualTo(new ArgumentOutcome.Accepted(once.arguments()));
    }
  }

  @Property(tries = 500)
  void integersOfAnySizeSurviveAsText(@ForAll java.math.BigInteger number) throws Exception {
    ArgumentOutcome outcome = schema.accept("{\"a\":\"" + number + "\"}");
    assertThat(((ArgumentOutcome.Accepted) outcome).arguments().get("a").bigIntegerValue())
        .isEqualTo(number);
  }

  @Provide
  Arbitrary<String> almostJson() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "\"c\"",
            "\"d\"",
            "\"e\"",
            "\"1\"",
            "1",
            "1.0",
            "true",
            "\"true\"",
            "null",
            "\"null\"",
            "\"[true]\"",
            "\"{\\\"a\\\":1}\"",
            "\\",
            "1e400",
            " ");
    Arbitrary<String> loose = piece.list().ofMaxSize(20).map(pieces -> String.join("", pieces));
    Arbitrary<String> pair =
        Arbitraries.of("a", "b", "c", "d", "e", "f")
            .flatMap(
                key ->
                    Arbitraries.of(
                            "1",
                            "\"1\"",
                            "1.0",
                            "\"2.50\"",
                            "true",
                            "\"false\"",
                            "null",
                            "\"null\"",
                            "[]",
                            "[\"true\",1]",
                            "\"[false]\"",
                            "{}",
                            "{\"a\":\"3\"}",
                            "\"{\\\"a\\\":\\\"4\\\"}\"")
                        .map(value -> "\"" + key + "\":" + value));
    Arbitrary<String> tidy =
        pair.list().ofMaxSize(5).map(pairs -> "{" + String.join(",", pairs) + "}");
    return Arbitraries.oneOf(loose, tidy, tidy);
  }
}
