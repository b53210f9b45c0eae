package dev.talaria.launcher.command;

import dev.talaria.launcher.output.Table;
import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.settings.Configuration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists configurations. */
@Command(name = "list", description = "Lists the configurations with their files.")
final class ConfigListCommand extends SettingsCommand {
  @Mixin private JsonOption json;

  ConfigListCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    List<Configuration> all = settings().list();
    if (json.wanted()) {
      ObjectNode answer = Json.object();
      ArrayNode rows = answer.putArray("configurations");
      all.forEach(configuration -> rows.add(ConfigGetCommand.asJson(configuration)));
      printJson(answer);
      return DONE;
    }
    if (all.isEmpty()) {
      out().println("nothing is configured; " + home().etc() + " has no .cfg file");
      return DONE;
    }
    Table table = new Table("PID", "FILE", "KEYS");
    for (Configuration configuration : all) {
      table.row(
          configuration.pid(),
          configuration.file(),
          String.join(", ", configuration.values().keySet()));
    }
    table.print(out());
    all.forEach(c -> c.problems().forEach(p -> out().println("problem: " + Text.line(p))));
    return DONE;
  }
}
