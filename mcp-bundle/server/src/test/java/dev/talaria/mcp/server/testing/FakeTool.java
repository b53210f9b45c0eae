package dev.talaria.mcp.server.testing;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A tool of the fake registry. */
public record FakeTool(String name, String toolset, Body body) implements ToolInfo {
  /** What it does. */
  @FunctionalInterface
  public interface Body {
    CallResult call(ToolCall call, CountDownLatch cancelled) throws Exception;
  }

  public static FakeTool echo(String name, String toolset) {
    return new FakeTool(
        name,
        toolset,
        (call, cancelled) ->
            new CallResult(
                List.of(new Content.Text(call.argumentsJson())),
                Optional.of(call.argumentsJson().isEmpty() ? "{}" : call.argumentsJson()),
                Optional.empty()));
  }

  @Override
  public String title() {
    return "";
  }

  @Override
  public String description() {
    return "The tool " + name + ".";
  }

  @Override
  public String emoji() {
    return "";
  }

  @Override
  public String inputSchema() {
    return "{\"type\":\"object\"}";
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
  public Origin origin() {
    return Origin.BUILTIN;
  }

  @Override
  public String owner() {
    return "fake";
  }

  @Override
  public String version() {
    return "1.0.0";
  }

  @Override
  public ToolState state() {
    return ToolState.ACTIVE;
  }
}
