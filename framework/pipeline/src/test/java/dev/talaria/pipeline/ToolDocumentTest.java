package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolDeclaration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ToolDocumentTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final String GOOD =
      "{\"name\":\"get_weather\",\"toolset\":\"weather\",\"description\":\"Weather \\\"now\\\".\","
          + "\"annotations\":{\"readOnlyHint\":true},\"timeout\":\"30s\",\"requiresEnv\":[\"KEY\"],"
          + "\"inputSchema\":{\"type\":\"object\"}}";

  private static ToolDocument read(String json) throws InvalidToolDocumentException {
    return ToolDocument.read(json.getBytes(StandardCharsets.UTF_8), MAPPER);
  }

  @Test
  void readsWhatTheProcessorWrites() throws Exception {
    ToolDocument document = read(GOOD);
    assertThat(document.name()).isEqualTo("get_weather");
    assertThat(document.description()).isEqualTo("Weather \"now\".");
    assertThat(document.annotations().readOnly()).isTrue();
    assertThat(document.annotations().openWorld()).isTrue();
    assertThat(document.timeout()).contains(Duration.ofSeconds(30));
    assertThat(document.requiresEnv()).containsExactly("KEY");
    assertThat(document.outputSchema()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get_weather|get weather|is no name for a tool",
        "get_weather|1st|is no name for a tool",
        "\"weather\"|\"Weather\"|is no name for a toolset",
        "Weather \\\"now\\\".| |description is missing",
        "30s|soon|is no duration",
        "30s|0s|longer than nothing",
        "{\"type\":\"object\"}|{}|inputSchema must say",
        "{\"type\":\"object\"}|true|inputSchema is missing",
        "{\"readOnlyHint\":true}|{\"readOnlyHint\":1}|neither true nor false",
        "[\"KEY\"]|[1]|requiresEnv is no list of texts"
      })
  void saysWhatIsWrong(String good, String bad, String message) {
    String document = GOOD.replace(good, bad == null ? "" : bad);
    assertThat(document).isNotEqualTo(GOOD);
    assertThatThrownBy(() -> read(document))
        .isInstanceOf(InvalidToolDocumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"name\":5}"})
  void whatIsNoDocumentIsRefused(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidToolDocumentException.class);
  }

  @Test
  void aDeclarationMadeAtRunTimeIsHeldToTheSameRules() throws Exception {
    ToolDeclaration.Builder good = ToolDeclaration.named("doc_find", "docs").description("Finds.");
    assertThat(ToolDocument.of(good.build(), MAPPER).inputSchema())
        .isEqualTo("{\"type\":\"object\",\"additionalProperties\":false}");
    assertThatThrownBy(() -> ToolDocument.of(good.inputSchema("nope").build(), MAPPER))
        .isInstanceOf(InvalidToolDocumentException.class);
  }
}
