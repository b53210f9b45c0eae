package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.output.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists toolsets. */
@Command(name = "toolsets", description = "Lists the toolsets with their tools.")
final class ToolsetsCommand extends BaseCommand {
  @Mixin private JsonOption json;

  ToolsetsCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode answer = runtime().get("/toolsets");
    if (json.wanted()) {
      printJson(answer);
      return DONE;
    }
    Table table = new Table("TOOLSET", "AVAILABLE", "ORIGIN", "INCLUDES", "TOOLS", "DESCRIPTION");
    for (JsonNode toolset : answer.path("toolsets")) {
      table.row(
          text(toolset, "name"),
          text(toolset, "available") + "/" + toolset.path("tools").size(),
          origin(toolset),
          dash(Rows.joined(toolset.path("includes"))),
          dash(Rows.joined(toolset.path("tools"))),
          text(toolset, "description"));
    }
    table.print(out(), width());
    return DONE;
  }

  /** Who brought its tools; of one without tools, who wrote it down. */
  private static String origin(JsonNode toolset) {
    return toolset.path("origins").isEmpty()
        ? text(toolset, "definedBy")
        : Rows.joined(toolset.path("origins"));
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
