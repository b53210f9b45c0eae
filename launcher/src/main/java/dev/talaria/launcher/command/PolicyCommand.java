package dev.talaria.launcher.command;

import dev.talaria.launcher.output.Table;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.settings.PolicyValue;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the policy. */
@Command(
    name = "policy",
    description = "Shows who may override tools, and where each value comes from.",
    subcommands = {
      PolicySetCommand.class,
      PolicyRequireCommand.class,
      PolicyGrantCommand.class,
      PolicyRevokeCommand.class
    })
final class PolicyCommand extends SettingsCommand {
  @Mixin private JsonOption json;

  PolicyCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    List<PolicyValue> values = settings().policy();
    if (json.wanted()) {
      printJson(asJson(values));
      return DONE;
    }
    Table table = new Table("PID", "KEY", "EFFECTIVE", "WRITTEN", "SOURCE");
    for (PolicyValue value : values) {
      table.row(
          value.pid(),
          value.key(),
          value.effective(),
          value.raw().isEmpty() ? "-" : value.raw(),
          value.source());
    }
    table.print(out(), width());
    return DONE;
  }

  private static ObjectNode asJson(List<PolicyValue> values) {
    ObjectNode answer = Json.object();
    ArrayNode rows = answer.putArray("values");
    for (PolicyValue value : values) {
      ObjectNode row = rows.addObject();
      row.put("pid", value.pid());
      row.put("key", value.key());
      row.put("effective", value.effective());
      row.put("raw", value.raw().isEmpty() ? null : value.raw());
      row.put("source", value.source());
    }
    return answer;
  }
}
