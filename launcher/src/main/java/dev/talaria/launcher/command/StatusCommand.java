package dev.talaria.launcher.command;

import static dev.talaria.launcher.output.Rows.text;

import dev.talaria.launcher.output.Table;
import dev.talaria.launcher.output.Text;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Says how the runtime is. */
@Command(
    name = "status",
    description = "Version, uptime, bundles, tools, clients and problems of the running runtime.")
final class StatusCommand extends BaseCommand {
  @Mixin private JsonOption json;

  StatusCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    JsonNode status = runtime().get("/status");
    if (json.wanted()) {
      printJson(status);
      return DONE;
    }
    line("version", text(status, "version"));
    line("process", text(status, "pid"));
    line("uptime", uptime(Duration.ofSeconds(status.path("uptimeSeconds").asLong())));
    line("address", text(status, "url"));
    line("MCP", text(status, "mcpUrl") + (flag(status, "noAuth") ? "   (needs no token)" : ""));
    line("home", text(status, "home"));
    line("deploy", text(status, "deployFolder"));
    line("workspace", status.path("workspace").asString("none"));
    line("generation", text(status, "generation"));
    line("bundles", text(status, "bundles"));
    line("tools", text(status, "tools"));
    line("toolsets", text(status, "toolsets"));
    if (flag(status, "background")) {
      line("background", "ends itself after its last client");
    }
    for (JsonNode problem : status.path("problems")) {
      line("problem", problem.asString());
    }
    printClients(status.path("clients"));
    return DONE;
  }

  private static boolean flag(JsonNode status, String field) {
    return status.path(field).asBoolean(false);
  }

  private void line(String name, String value) {
    out().printf("%-11s %s%n", name, Text.line(value));
  }

  private void printClients(JsonNode clients) {
    line("clients", String.valueOf(clients.size()));
    if (clients.isEmpty()) {
      return;
    }
    out().println();
    Table table = new Table("CLIENT", "PRINCIPAL", "ERA", "SINCE", "LISTENING");
    for (JsonNode client : clients) {
      table.row(
          text(client, "name"),
          text(client, "principal"),
          text(client, "era"),
          seconds(text(client, "since")),
          text(client, "listening"));
    }
    table.print(out(), width());
  }

  private static String seconds(String instant) {
    int dot = instant.indexOf('.');
    return dot < 0 ? instant : instant.substring(0, dot) + "Z";
  }

  private static String uptime(Duration uptime) {
    if (uptime.toHours() > 0) {
      return uptime.toHours() + " h " + uptime.toMinutesPart() + " min";
    }
    return uptime.toMinutes() > 0
        ? uptime.toMinutes() + " min " + uptime.toSecondsPart() + " s"
        : uptime.toSeconds() + " s";
  }
}
