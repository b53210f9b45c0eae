package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolDeclaration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
          + "\"probe\":\"key.set\",\"overlay\":\"limits\",\"maxConcurrent\":2,"
          + "\"agentLoop\":true,"
          + "\"seeAlso\":[{\"tools\":[\"a\",\"b\"],\"text\":\"Use a and b.\"}],"
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
    assertThat(document.behaviour())
        .isEqualTo(new ToolDocument.Behaviour("key.set", "limits", 2, true));
    assertThat(document.seeAlso())
        .containsExactly(new ToolDocument.CrossReference(List.of("a", "b"), "Use a and b."));
  }

  @Test
  void whatIsLeftOutIsNothingSpecial() throws Exception {
    ToolDocument document =
        read(
            "{\"name\":\"t\",\"toolset\":\"s\",\"description\":\"d\","
                + "\"inputSchema\":{\"type\":\"object\"}}");
    assertThat(document.behaviour()).isEqualTo(ToolDocument.Behaviour.PLAIN);
    assertThat(document.seeAlso()).isEmpty();
    assertThat(document.requiresEnv()).isEmpty();
    assertThat(document.timeout()).isEmpty();
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
        "[\"KEY\"]|[1]|requiresEnv is no list of texts",
        "[\"KEY\"]|\"KEY\"|requiresEnv is no list of texts",
        "key.set|key set|probe: 'key set' is no name",
        "limits|1st|overlay: '1st' is no name",
        "\"maxConcurrent\":2|\"maxConcurrent\":-1|maxConcurrent must be 0 or a limit",
        "\"maxConcurrent\":2|\"maxConcurrent\":2.5|maxConcurrent is no whole number",
        "\"agentLoop\":true|\"agentLoop\":\"true\"|agentLoop is neither true nor false",
        "[\"a\",\"b\"]|[]|seeAlso must name 1 to 16 tools, not 0",
        "[\"a\",\"b\"]|[\"a\",\"a\"]|seeAlso names a tool twice",
        "[\"a\",\"b\"]|[\"a b\"]|seeAlso: 'a b' is no name for a tool",
        "[\"a\",\"b\"]|[\"get_weather\"]|seeAlso names the tool itself",
        "[\"a\",\"b\"]|\"a\"|tools is no list of texts",
        "Use a and b.| |seeAlso has no text",
        "[{\"tools|{\"x\":[{\"tools|the declaration is no JSON",
        "\"seeAlso\":[|\"seeAlso\":[1,|seeAlso is no list of objects"
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
