package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Rows;
import dev.talaria.launcher.output.Table;
import dev.talaria.launcher.output.Text;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists bundles and the files of the deploy folder. */
@Command(
    name = "bundles",
    description = "Lists what is installed, and each file of the deploy folder with its outcome.",
    subcommands = BundlesRestartCommand.class)
final class BundlesCommand extends BaseCommand {
  @Mixin private JsonOption json;

  BundlesCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode answer = runtime().get("/bundles");
    if (json.wanted()) {
      printJson(answer);
      return DONE;
    }
    Table table = new Table("ID", "BUNDLE", "VERSION", "STATE", "BROUGHT BY", "TOOLS");
    for (JsonNode bundle : answer.path("bundles")) {
      table.row(
          text(bundle, "id"),
          text(bundle, "symbolicName"),
          text(bundle, "version"),
          text(bundle, "state"),
          text(bundle, "broughtBy"),
          Rows.joined(bundle.path("tools")));
    }
    table.print(out(), width());
    for (JsonNode bundle : answer.path("bundles")) {
      for (JsonNode wait : bundle.path("waitingFor")) {
        out().println(Text.line(text(bundle, "symbolicName") + " waits: " + wait.asString()));
      }
    }
    out().println();
    if (answer.path("files").isEmpty()) {
      out().println("the deploy folder is empty");
    }
    for (JsonNode file : answer.path("files")) {
      Rows.printFile(file, out());
    }
    return DONE;
  }
}
