package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Prints definitions as model providers take them. */
@Command(
    name = "export",
    description =
        "Prints the definitions of the tools as a model provider takes them: one JSON array on"
            + " stdout, a line for each tool. What is less than was asked for is said on stderr.")
final class ToolsExportCommand extends BaseCommand {
  /** For whom. */
  enum Format {
    openai,
    anthropic,
    mcp
  }

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description = "For whom: ${COMPLETION-CANDIDATES}.")
  private Format format;

  @Option(
      names = "--strict",
      description =
          "With schemas that the provider holds the model to, where a tool's schema allows it.")
  private boolean strict;

  @Option(
      names = "--toolset",
      paramLabel = "T",
      split = ",",
      description = "Only the tools of these toolsets (default: all).")
  private List<String> toolsets = List.of();

  @Mixin private JsonOption json;

  ToolsExportCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode answer =
        runtime()
            .get(
                "/definitions?format="
                    + format.name().toLowerCase(Locale.ROOT)
                    + (strict ? "&strict=true" : "")
                    + (toolsets.isEmpty()
                        ? ""
                        : "&toolset=" + RuntimeClient.segment(String.join(",", toolsets))));
    if (json.wanted()) {
      printJson(answer);
      return DONE;
    }
    JsonNode definitions = answer.path("definitions");
    out().println("[");
    for (Iterator<JsonNode> each = definitions.iterator(); each.hasNext(); ) {
      JsonNode definition = each.next();
      out().println(definition + (each.hasNext() ? "," : ""));
    }
    out().println("]");
    answer
        .path("aliases")
        .propertyNames()
        .forEach(name -> say(name + " is called " + text(answer.path("aliases"), name) + " here"));
    answer
        .path("notes")
        .propertyNames()
        .forEach(name -> say(name + ": " + text(answer.path("notes"), name)));
    if (definitions.isEmpty()) {
      say(
          toolsets.isEmpty()
              ? "there are no tools"
              : "no tools in "
                  + String.join(", ", toolsets)
                  + "; `talaria toolsets` lists what there is");
    }
    return DONE;
  }

  private void say(String line) {
    err().println(Text.line(line));
  }
}
