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
    description =
        "Shows every candidate for a name, who stands and since when, why the others do not, and"
            + " what happened to the name lately.")
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
    for (JsonNode step : why.path("steps")) {
      if (step.has("since")) {
        out().println();
        out()
            .println(
                Text.line(
                    text(step, "owner")
                        + ": "
                        + text(step, "state")
                        + " since "
                        + moment(step.path("since"))));
      }
    }
    if (!why.path("recent").isEmpty()) {
      out().println();
      out().println("Lately:");
      for (JsonNode change : why.path("recent")) {
        out().println(Text.line("  " + moment(change) + ": " + text(change, "what")));
      }
    }
    return DONE;
  }

  /** When something happened, and by which event. */
  private static String moment(JsonNode since) {
    String detail = text(since, "detail");
    return text(since, "at")
        + " (generation "
        + since.path("generation").asLong(0)
        + ", "
        + text(since, "event")
        + (detail.isEmpty() ? "" : ": " + detail)
        + ")";
  }
}
