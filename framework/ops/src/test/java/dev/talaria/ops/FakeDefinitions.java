package dev.talaria.ops;

import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Definitions of tools whose texts need no escapes, in the form of MCP. */
record FakeDefinitions(DefinitionOptions options, List<ToolInfo> tools) implements Definitions {
  @Override
  public List<String> names() {
    return tools.stream().map(ToolInfo::name).toList();
  }

  @Override
  public byte[] json() {
    return tools.stream()
        .map(FakeDefinitions::definition)
        .collect(Collectors.joining(",", "[", "]"))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] json(int index) {
    return definition(tools.get(index)).getBytes(StandardCharsets.UTF_8);
  }

  private static String definition(ToolInfo tool) {
    return "{\"name\":\""
        + tool.name()
        + "\",\"description\":\""
        + tool.description()
        + "\",\"inputSchema\":"
        + tool.inputSchema()
        + tool.outputSchema().map(schema -> ",\"outputSchema\":" + schema).orElse("")
        + "}";
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }

  @Override
  public Optional<String> toolOf(String nameInDefinitions) {
    return names().contains(nameInDefinitions) ? Optional.of(nameInDefinitions) : Optional.empty();
  }

  @Override
  public Map<String, String> notes() {
    return options.strict() ? Map.of("read_file", "not strict: a reason") : Map.of();
  }
}
