package dev.talaria.pipeline.definition;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Writes definitions of tools. Thread-safe. */
public final class DefinitionWriter {
  private final JsonMapper mapper;

  public DefinitionWriter(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * Writes a tool's definition in one line.
   *
   * @param sentences added to the description
   * @param name that it is listed under
   */
  public WrittenDefinition write(
      ToolInfo tool, List<String> sentences, DefinitionOptions options, String name) {
    String description = description(tool.description(), sentences);
    return switch (options.format()) {
      case MCP -> plain(mcp(tool, description, name), Optional.empty());
      case OPENAI, ANTHROPIC -> forModel(tool, description, options, name);
    };
  }

  private static String description(String description, List<String> sentences) {
    StringBuilder text = new StringBuilder(description);
    sentences.forEach(sentence -> text.append(' ').append(sentence));
    return text.toString();
  }

  private WrittenDefinition forModel(
      ToolInfo tool, String description, DefinitionOptions options, String name) {
    boolean openAi = options.format() == DefinitionFormat.OPENAI;
    JsonNode schema = parsed(tool.inputSchema());
    Optional<String> note = Optional.empty();
    if (options.strict()) {
      StrictOutcome outcome =
          StrictSchema.of(schema, openAi ? StrictRules.OPENAI : StrictRules.ANTHROPIC);
      if (outcome instanceof StrictOutcome.Strict strict) {
        ObjectNode definition =
            openAi
                ? openAi(name, description, strict.schema(), true)
                : anthropic(name, description, strict.schema(), true);
        return new WrittenDefinition(
            bytes(definition), true, noteOn(strict), strict.optional(), strict.unions());
      }
      note = Optional.of("not strict: " + ((StrictOutcome.NotStrict) outcome).reason());
    }
    if (openAi) {
      return plain(openAi(name, description, CompatibleSchema.of(schema), false), note);
    }
    AnthropicSchema shown = AnthropicSchema.of(schema);
    if (!shown.hidden().isEmpty()) {
      String hidden =
          "arguments whose names Anthropic does not take are not shown: "
              + String.join(", ", shown.hidden());
      note = Optional.of(note.map(n -> n + "; " + hidden).orElse(hidden));
    }
    return plain(anthropic(name, description, shown.schema(), false), note);
  }

  private static Optional<String> noteOn(StrictOutcome.Strict strict) {
    return strict.left().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "strict, but not all of it; checked when the tool is called: "
                + String.join(", ", new TreeSet<>(strict.left())));
  }

  private JsonNode parsed(String schema) {
    try {
      return mapper.readTree(schema);
    } catch (JacksonException e) {
      // Documents are checked when they are read; such a schema takes no arguments that could be
      // told.
      return MissingNode.getInstance();
    }
  }

  private static ObjectNode openAi(
      String name, String description, ObjectNode schema, boolean strict) {
    ObjectNode definition = JsonNodeFactory.instance.objectNode().put("type", "function");
    ObjectNode function =
        definition.putObject("function").put("name", name).put("description", description);
    function.set("parameters", schema);
    if (strict) {
      function.put("strict", true);
    }
    return definition;
  }

  private static ObjectNode anthropic(
      String name, String description, ObjectNode schema, boolean strict) {
    ObjectNode definition =
        JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
    definition.set("input_schema", schema);
    if (strict) {
      definition.put("strict", true);
    }
    return definition;
  }

  /** As the Model Context Protocol's "Tool" (server/tools), the schemas as they were declared. */
  private static ObjectNode mcp(ToolInfo tool, String description, String name) {
    ObjectNode definition = JsonNodeFactory.instance.objectNode().put("name", name);
    if (!tool.title().isEmpty()) {
      definition.put("title", tool.title());
    }
    definition.put("description", description);
    definition.putRawValue("inputSchema", raw(tool.inputSchema()));
    tool.outputSchema().ifPresent(schema -> definition.putRawValue("outputSchema", raw(schema)));
    ToolAnnotations hints = tool.annotations();
    definition
        .putObject("annotations")
        .put("readOnlyHint", hints.readOnly())
        .put("destructiveHint", hints.destructive())
        .put("idempotentHint", hints.idempotent())
        .put("openWorldHint", hints.openWorld());
    return definition;
  }

  /** In valid JSON a line end can only stand between tokens, where a space is as good. */
  private static RawValue raw(String json) {
    return new RawValue(json.replace('\n', ' ').replace('\r', ' '));
  }

  private static WrittenDefinition plain(ObjectNode definition, Optional<String> note) {
    return new WrittenDefinition(bytes(definition), false, note, 0, 0);
  }

  private static byte[] bytes(ObjectNode definition) {
    return wellFormed(definition.toString()).getBytes(StandardCharsets.UTF_8);
  }

  /** Half a surrogate pair has no UTF-8; it becomes the replacement character. */
  private static String wellFormed(String text) {
    StringBuilder mended = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (mended == null) {
        mended = new StringBuilder(text);
      }
      mended.setCharAt(i, '\uFFFD');
    }
    return mended == null ? text : mended.toString();
  }
}
