package dev.talaria.launcher.command;

import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Starts a failed bundle again. */
@Command(name = "restart", description = "Starts a failed or parked bundle again.")
final class BundlesRestartCommand extends BaseCommand {
  @Parameters(paramLabel = "NAME", description = "A symbolic name or a file name.")
  private String name;

  @Mixin private JsonOption json;

  BundlesRestartCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode file =
        runtime().post("/bundles/" + RuntimeClient.segment(name) + "/restart", Json.object());
    if (json.wanted()) {
      printJson(file);
    } else {
      Rows.printFile(file, out());
    }
    return DeployCommand.isRunning(file) ? DONE : FAILED;
  }
}
