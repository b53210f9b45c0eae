package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.RuntimeClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Explains who stands for a name. */
@Command(
    name = "why",
    description = "Shows every candidate for a name, who stands, and why the others do not.")
final class ToolsWhyCommand extends BaseCommand {
  @Parameters(paramLabel = "NAME", description = "The name of a tool.")
  private String name;

  @Mixin private JsonOption json;

  ToolsWhyCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode why =
        runtime()
            .find("/tools/" + RuntimeClient.segment(name) + "/why")
            .orElseThrow(() -> ToolsShowCommand.unknownTool(name));
    if (json.wanted()) {
      printJson(why);
      return DONE;
    }
    out().println(Text.line(text(why, "verdict")));
    if (!text(why, "reservedBy").isEmpty()) {
      out()
          .println(
              "The name is reserved by "
                  + Text.line(text(why, "reservedBy"))
                  + ": others can only override it, or wait.");
    }
    if (!text(why, "requiredOwner").isEmpty()) {
      out()
          .println(
              "The policy requires the owner "
                  + Text.line(text(why, "requiredOwner"))
                  + ": without it the tool is unavailable.");
    }
    out().println();
    Rows.printTools(why.path("steps"), out(), width());
    return DONE;
  }
}
