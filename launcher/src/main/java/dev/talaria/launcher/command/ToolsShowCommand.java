package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows one tool. */
@Command(name = "show", description = "Shows the definition and the schemas of a tool.")
final class ToolsShowCommand extends BaseCommand {
  @Parameters(paramLabel = "NAME", description = "The tool.")
  private String name;

  @Mixin private JsonOption json;

  ToolsShowCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode tool =
        runtime()
            .find("/tools/" + RuntimeClient.segment(name))
            .orElseThrow(() -> unknownTool(name));
    if (json.wanted()) {
      printJson(tool);
      return DONE;
    }
    for (String field :
        new String[] {
          "name", "toolset", "title", "origin", "owner", "version", "state", "reason", "description"
        }) {
      if (!text(tool, field).isEmpty()) {
        out().printf("%-12s %s%n", field, Text.line(text(tool, field)));
      }
    }
    StringBuilder annotations = new StringBuilder();
    tool.path("annotations")
        .forEachEntry((key, value) -> annotations.append(value.asBoolean(false) ? key + " " : ""));
    out().printf("%-12s %s%n", "annotations", annotations.toString().strip());
    if (!tool.path("requiresEnv").isEmpty()) {
      String missing = Rows.joined(tool.path("missingEnv"));
      out()
          .printf(
              "%-12s %s%s%n",
              "needs",
              Rows.joined(tool.path("requiresEnv")),
              missing.isEmpty() ? "" : " (not set for the runtime: " + missing + ")");
    }
    printSchema("arguments", tool.path("inputSchema"));
    printSchema("result", tool.path("outputSchema"));
    return DONE;
  }

  private void printSchema(String heading, JsonNode schema) {
    if (schema.isObject()) {
      out().println();
      out().println(heading + " " + Json.pretty(schema));
    }
  }

  static RefusedException unknownTool(String name) {
    return new RefusedException(
        "there is no tool '" + name + "'; `talaria tools --all` lists what there is");
  }
}
