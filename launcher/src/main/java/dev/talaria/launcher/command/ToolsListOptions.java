package dev.talaria.launcher.command;

import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.io.PrintStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** What {@code tools} and {@code tools list} share. */
final class ToolsListOptions {
  @Option(names = "--toolset", paramLabel = "T", description = "Only the tools of this toolset.")
  private String toolset;

  @Option(names = "--all", description = "Also tools that do not stand, with the reason.")
  private boolean all;

  @Mixin private JsonOption json;

  void print(RuntimeClient runtime, PrintStream out, int width) {
    String query =
        (all ? "&all=true" : "")
            + (toolset == null ? "" : "&toolset=" + RuntimeClient.segment(toolset));
    JsonNode answer = runtime.get("/tools" + query.replaceFirst("&", "?"));
    if (json.wanted()) {
      out.println(Json.pretty(answer));
    } else if (answer.path("tools").isEmpty()) {
      out.println("no tools");
    } else {
      Rows.printTools(answer.path("tools"), out, width);
    }
  }
}
