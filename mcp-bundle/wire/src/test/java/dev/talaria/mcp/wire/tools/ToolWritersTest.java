package dev.talaria.mcp.wire.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.mcp.wire.json.JsonMember;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ToolWritersTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          R2026_07_28 | "array"  | true
          R2025_11_25 | "array"  | false
          R2025_11_25 | "object" | true
          R2024_11_05 | "object" | false
          """)
  void fitsADefinitionToTheRevision(Revision revision, String type, boolean kept) {
    String schema = "{\"type\":" + type + ",\"outputSchema\":\"}\"}";
    String definition =
        "{\"name\":\"t\",\"inputSchema\":{\"outputSchema\":1.10}%s,\"annotations\":{\"x\":\"ü\"}}";
    byte[] whole = definition.formatted(",\"outputSchema\":" + schema).getBytes(UTF_8);
    byte[] fitted = new ToolFitter(revision).fitted(whole, Optional.of(schema));
    assertThat(new String(fitted, UTF_8))
        .isEqualTo(kept ? new String(whole, UTF_8) : definition.formatted(""));
    byte[] without = definition.formatted("").getBytes(UTF_8);
    assertThat(new ToolFitter(revision).fitted(without, Optional.empty())).isSameAs(without);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1}             | {}
          {"a":-1.5e3,"b":2}  | {"b":2}
          {"b":2,"a":"x,}"}   | {"b":2}
          {"b":2,"a":[],"c":3} | {"b":2,"c":3}
          {"b":{"a":1}}       | {"b":{"a":1}}
          {"a":true,"b":"a"}  | {"b":"a"}
          {}                  | {}
          """)
  void aMemberIsTakenOut(String object, String expected) {
    assertThat(new String(JsonMember.without(object.getBytes(UTF_8), "a"), UTF_8))
        .isEqualTo(expected);
  }

  @Test
  void writesEveryKindOfContent() {
    CallResult result =
        new CallResult(
            List.of(
                new Content.Text("half \ud800 pair"),
                new Content.Image(new byte[] {1, 2}, "image/png"),
                new Content.Audio(new byte[] {3}, "audio/wav"),
                new Content.Link("file:///a", "a", "", "text/plain"),
                new Content.EmbeddedText("x://t", "", "inner"),
                new Content.EmbeddedBytes("x://b", "a/b", new byte[] {4})),
            Optional.of("[1,\n2]"),
            Optional.of(CallResult.Failure.TOOL_ERROR));

    JsonNode modern = write(Revision.R2026_07_28, result);
    assertThat(modern.get("content").get(0).get("text").asString()).isEqualTo("half \ufffd pair");
    assertThat(modern.get("content").get(1).get("data").asString()).isEqualTo("AQI=");
    assertThat(modern.get("content").get(2).get("type").asString()).isEqualTo("audio");
    assertThat(modern.get("content").get(3).get("type").asString()).isEqualTo("resource_link");
    assertThat(modern.get("content").get(3).has("description")).isFalse();
    assertThat(modern.get("content").get(4).get("resource").get("text").asString())
        .isEqualTo("inner");
    assertThat(modern.get("content").get(5).get("resource").get("blob").asString())
        .isEqualTo("BA==");
    assertThat(modern.get("structuredContent").size()).isEqualTo(2);
    assertThat(modern.get("isError").asBoolean()).isTrue();

    JsonNode oldest = write(Revision.R2024_11_05, result);
    assertThat(oldest.get("content").get(2).get("type").asString()).isEqualTo("text");
    assertThat(oldest.get("content").get(3).get("text").asString()).isEqualTo("a: file:///a");
    assertThat(oldest.has("structuredContent")).isFalse();
    assertThat(write(Revision.R2025_11_25, result).has("structuredContent")).isFalse();
  }

  private static JsonNode write(Revision revision, CallResult result) {
    return MAPPER.readTree(
        JsonWriter.write(
            json -> {
              json.writeStartObject();
              new CallResultWriter(revision).writeMembers(json, result);
              json.writeEndObject();
            }));
  }
}
