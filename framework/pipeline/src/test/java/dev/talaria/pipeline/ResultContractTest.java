package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ResultContractTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  private static CallResult shape(Object returned) {
    return new ResultShaper(100_000).shape("demo", returned, MAPPER, Optional.empty());
  }

  private static CallResult shape(Object returned, String schema) throws Exception {
    return new ResultShaper(100_000)
        .shape("demo", returned, MAPPER, Optional.of(OutputSchema.compile(schema, MAPPER)));
  }

  @Test
  @DisplayName("R34 a failure has its message, members beside it, non-ASCII as it is")
  void failuresOfTools() {
    assertThat(shape(ToolResult.failure("kein Ordner: Müll")).text())
        .isEqualTo("{\"error\":\"kein Ordner: Müll\"}");
    assertThat(shape(ToolResult.failure("gone").withStructured(Map.of("code", 404))).text())
        .isEqualTo("{\"error\":\"gone\",\"code\":404}");
    // The design: the envelope always says what went wrong, so members do not take its place.
    assertThat(shape(ToolResult.failure("gone").withStructured(Map.of("error", 1))).text())
        .isEqualTo("{\"error\":\"gone\"}");
    assertThat(shape(ToolResult.structured(404).asFailure()).text())
        .isEqualTo("{\"error\":\"404\"}");
    assertThat(shape(ToolResult.structured(Map.of())).text()).isEqualTo("{}");
  }

  @Test
  @DisplayName("R35 an oversized error is cut with a marker, in envelopes and in results")
  void oversizedErrors() {
    String error = "y".repeat(9_000);
    assertThat(Failures.thrown(new ToolException(error)).text())
        .isEqualTo("{\"error\":\"" + "y".repeat(2048) + "... [cut]\"}");
    String bounded = "{\"error\":\"" + "y".repeat(2048) + "... [cut]\",\"code\":1}";
    assertThat(shape("{\"error\":\"" + error + "\",\"code\":1}").text()).isEqualTo(bounded);
    record Outcome(String error, int code) {}
    assertThat(shape(new Outcome(error, 1)).structuredJson()).contains(bounded);
    assertThat(shape("{\"error\": broken " + error).text()).hasSizeGreaterThan(9_000);
  }

  record Throwing(String name) {
    @Override
    public String name() {
      throw new IllegalStateException("no name");
    }
  }

  @Test
  void whatCannotBeWrittenSaysWhy() throws Exception {
    assertThat(shape(new Throwing("x")).text()).contains("tool_result_contract", "no name");
    record Number(double value) {}
    assertThat(
            shape(
                    new Number(Double.NaN),
                    "{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"number\"}}}")
                .failure())
        .contains(Failure.RESULT_CONTRACT);
    assertThat(shape(Double.POSITIVE_INFINITY).text()).isEqualTo("\"Infinity\"");
    assertThat(shape("a\uD800b").text()).isEqualTo("a\uFFFDb");
    assertThat(shape(Map.of("k", "\uDC00")).structuredJson()).contains("{\"k\":\"\uFFFD\"}");
  }

  @Test
  void aPromisedStructuredValueHasToCome() throws Exception {
    String schema = "{\"type\":\"object\"}";
    assertThat(shape(ToolResult.text("only text"), schema).text())
        .contains("declares a schema", "withStructured");
    assertThat(shape("text", schema).failure()).contains(Failure.RESULT_CONTRACT);
    CallResult passedOn =
        new CallResult(List.of(new Content.Text("t")), Optional.of("[1]"), Optional.empty());
    assertThat(shape(passedOn, schema).failure()).contains(Failure.RESULT_CONTRACT);
    assertThat(shape(ToolResult.failure("why"), schema).text()).isEqualTo("{\"error\":\"why\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "image/png, true",
    "IMAGE/PNG, true",
    "image/, false",
    "'', false",
    "text/plain, false"
  })
  void imagesHaveTheirMimeType(String type, boolean good) {
    assertThat(shape(new Content.Image(new byte[] {1}, type)).isFailure()).isEqualTo(!good);
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a, true",
    "urn:x:y, true",
    "a/b, false",
    "'not a uri', false",
    "'', false"
  })
  void linksAndResourcesHaveAbsoluteUris(String uri, boolean good) {
    assertThat(shape(new Content.Link(uri, "n", "", "")).isFailure()).isEqualTo(!good);
    assertThat(shape(new Content.EmbeddedText(uri, "", "t")).isFailure()).isEqualTo(!good);
    assertThat(shape(new Content.EmbeddedBytes(uri, "", new byte[1])).isFailure()).isEqualTo(!good);
  }

  @Test
  void bytesHaveABoundOfTheirOwn() {
    Content.Image half = new Content.Image(new byte[6 * 1024 * 1024], "image/png");
    assertThat(shape(half).isFailure()).isFalse();
    assertThat(shape(ToolResult.of(half, half)).text())
        .contains("tool_result_contract", "12582912 bytes", "10485760");
  }

  @ParameterizedTest
  @DisplayName("R18 the limit of a result: stated, default, scaled, unlimited")
  @CsvSource({
    "0, false, 0, 100000",
    "500, false, 0, 500",
    "400000, false, 0, 100000",
    "-1, false, 0, 2147483647",
    "-1, false, 1000, 2147483647",
    "0, true, 0, 50000",
    "0, false, 1000, 8000",
    "0, false, 100000, 60000",
    "70000, false, 100000, 60000",
    "0, false, 9223372036854775807, 100000"
  })
  void limits(int stated, boolean mcp, long tokens, int limit) {
    assertThat(ResultBudget.of(100_000, 200_000, tokens).limitOf(stated, mcp)).isEqualTo(limit);
  }

  @ParameterizedTest
  @CsvSource({"0, 200000", "1000, 16000", "100000, 120000"})
  void turns(long tokens, int limit) {
    assertThat(ResultBudget.of(100_000, 200_000, tokens).turnChars()).isEqualTo(limit);
    assertThat(ResultBudget.of(100, 200, tokens).turnChars()).isEqualTo(200);
  }
}
