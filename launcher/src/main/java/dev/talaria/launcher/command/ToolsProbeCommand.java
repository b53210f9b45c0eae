package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has probes asked anew. */
@Command(
    name = "probe",
    description =
        "Asks the probes of one tool or of all now, forgetting what they said before, and prints"
            + " what they say.")
final class ToolsProbeCommand extends BaseCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The tool (default: all that have a probe or an overlay).")
  private String name;

  @Mixin private JsonOption json;

  ToolsProbeCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode tools =
        name == null
            ? runtime().post("/probes", Json.object()).path("tools")
            : one(
                runtime()
                    .call("/tools/" + RuntimeClient.segment(name) + "/probe", Json.object())
                    .orElseThrow(() -> ToolsShowCommand.unknownTool(name)));
    boolean allWork = true;
    for (JsonNode tool : tools) {
      allWork &= !text(tool, "state").equals("UNAVAILABLE");
    }
    if (json.wanted()) {
      printJson(tools);
    } else if (tools.isEmpty()) {
      out().println("no tool has a probe");
    } else {
      tools.forEach(this::print);
    }
    return allWork ? DONE : FAILED;
  }

  private static JsonNode one(JsonNode tool) {
    ObjectNode body = Json.object();
    return body.putArray("tools").add(tool);
  }

  private void print(JsonNode tool) {
    StringBuilder line =
        new StringBuilder(text(tool, "name")).append(" is ").append(text(tool, "state"));
    if (!tool.path("probed").asBoolean(false)) {
      line.append(" (it has no probe)");
    }
    if (!text(tool, "reason").isEmpty()) {
      line.append(": ").append(text(tool, "reason"));
    }
    out().println(Text.line(line.toString()));
  }
}
