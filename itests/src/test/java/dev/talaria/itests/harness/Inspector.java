package dev.talaria.itests.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The MCP inspector's command line, as {@code talaria connect inspector} tells people to use. */
public final class Inspector {
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  private final RuntimeProcess runtime;

  public Inspector(RuntimeProcess runtime) {
    this.runtime = runtime;
  }

  /** Runs a method and returns what the inspector prints. */
  public JsonNode run(String method, String... more) {
    List<String> command = new ArrayList<>();
    command.add(Clients.binary("node").toString());
    command.add(Clients.binary("mcp-inspector").toString());
    command.addAll(List.of("--cli", runtime.mcpUrl(), "--method", method));
    command.addAll(List.of("--header", "Authorization: Bearer " + runtime.api().token()));
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(runtime.home().workspace().toFile());
    // It keeps a catalog of servers in the user's home.
    builder.environment().put("HOME", runtime.home().workspace().toString());
    try (Child child = Child.start("inspector", builder)) {
      child.endInput();
      if (child.awaitExit(DEADLINE) != 0) {
        throw new AssertionError(child + "\n" + runtime.home().logTail());
      }
      return Json.parse(child.out());
    }
  }
}
