package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.settings.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows one configuration. */
@Command(name = "get", description = "Shows the values of a configuration.")
final class ConfigGetCommand extends SettingsCommand {
  @Parameters(paramLabel = "PID", description = "Its PID, such as dev.talaria.registry.")
  private String pid;

  @Mixin private JsonOption json;

  ConfigGetCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    Configuration configuration =
        settings()
            .get(pid)
            .orElseThrow(
                () ->
                    new RefusedException(
                        "nothing is configured for "
                            + pid
                            + "; `talaria config set "
                            + pid
                            + " key=value` does it"));
    if (json.wanted()) {
      printJson(asJson(configuration));
      return DONE;
    }
    configuration
        .values()
        .forEach((key, texts) -> out().println(Text.line(key + " = " + String.join(", ", texts))));
    configuration.problems().forEach(problem -> err().println("talaria: " + Text.line(problem)));
    return configuration.problems().isEmpty() ? DONE : FAILED;
  }

  static ObjectNode asJson(Configuration configuration) {
    ObjectNode row = Json.object();
    row.put("pid", configuration.pid());
    row.put("file", configuration.file());
    ObjectNode values = row.putObject("values");
    configuration
        .values()
        .forEach(
            (key, texts) -> {
              ArrayNode list = values.putArray(key);
              texts.forEach(list::add);
            });
    ArrayNode problems = row.putArray("problems");
    configuration.problems().forEach(problems::add);
    return row;
  }
}
