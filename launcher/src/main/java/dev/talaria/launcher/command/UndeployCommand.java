package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.RuntimeClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Takes a bundle out of the deploy folder. */
@Command(
    name = "undeploy",
    description = "Removes a bundle's files from the deploy folder and waits until it has left.")
final class UndeployCommand extends BaseCommand {
  @Parameters(paramLabel = "NAME", description = "A symbolic name or a file name.")
  private String name;

  @Option(
      names = "--forget",
      description = "Gives up the bundle's place in the order of plugins as well.")
  private boolean forget;

  @Mixin private JsonOption json;

  UndeployCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode answer =
        runtime().delete("/deploy/" + RuntimeClient.segment(name) + (forget ? "?forget=true" : ""));
    if (json.wanted()) {
      printJson(answer);
    }
    JsonNode removed = answer.path("removed");
    if (removed.isEmpty()) {
      throw new RefusedException(
          "nothing of the name '" + name + "' is deployed; `talaria bundles` lists what is");
    }
    if (!json.wanted()) {
      for (JsonNode file : removed) {
        out()
            .println(
                Text.line(
                    "removed " + text(file, "file") + " (" + text(file, "symbolicName") + ")"));
      }
    }
    return DONE;
  }
}
