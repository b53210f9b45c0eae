package dev.talaria.ops;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import java.util.List;
import java.util.Optional;

/** A tool that is only described. */
record FakeTool(String name, String toolset, Origin origin, String owner, ToolState state)
    implements ToolInfo {
  static FakeTool active(String name) {
    return new FakeTool(name, "files", Origin.BUILTIN, "dev.talaria.files", ToolState.ACTIVE);
  }

  @Override
  public String title() {
    return "";
  }

  @Override
  public String description() {
    return "Does " + name + ".";
  }

  @Override
  public String emoji() {
    return "🔧";
  }

  @Override
  public String inputSchema() {
    return "{\"type\":\"object\",\"additionalProperties\":false}";
  }

  @Override
  public Optional<String> outputSchema() {
    return Optional.empty();
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
  public String version() {
    return "0.1.0";
  }
}
