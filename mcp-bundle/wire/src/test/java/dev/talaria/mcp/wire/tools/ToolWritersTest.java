package dev.talaria.mcp.wire.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ToolWritersTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Test
  void writesAToolAsTheRevisionHasIt() {
    Info tool =
        new Info(
            "t",
            "Title",
            "Says\n\"t\"",
            "{\n\"type\":\"object\"}",
            Optional.of("{\"type\":\"array\"}"));

    byte[] modern = JsonWriter.write(j -> new ToolWriter(Revision.R2026_07_28).write(j, tool));
    JsonNode json = MAPPER.readTree(modern);
    assertThat(new String(modern)).doesNotContain("\n");
    assertThat(json.get("name").asString()).isEqualTo("t");
    assertThat(json.get("title").asString()).isEqualTo("Title");
    assertThat(json.get("description").asString()).isEqualTo("Says\n\"t\"");
    assertThat(json.get("inputSchema").get("type").asString()).isEqualTo("object");
    assertThat(json.get("outputSchema").get("type").asString()).isEqualTo("array");
    assertThat(json.get("annotations").get("destructiveHint").asBoolean()).isTrue();

    assertThat(
            MAPPER
                .readTree(
                    JsonWriter.write(j -> new ToolWriter(Revision.R2025_11_25).write(j, tool)))
                .has("outputSchema"))
        .isFalse();
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

  private record Info(
      String name,
      String title,
      String description,
      String inputSchema,
      Optional<String> outputSchema)
      implements ToolInfo {
    @Override
    public String toolset() {
      return "s";
    }

    @Override
    public String emoji() {
      return "";
    }

    @Override
    public ToolAnnotations annotations() {
      return ToolAnnotations.DEFAULT;
    }

    @Override
    public List<String> requiresEnv() {
      return List.of();
    }

    @Override
    public Origin origin() {
      return Origin.BUILTIN;
    }

    @Override
    public String owner() {
      return "o";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public ToolState state() {
      return ToolState.ACTIVE;
    }
  }
}
