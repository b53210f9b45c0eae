package dev.talaria.launcher.command;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes grants from a plugin. */
@Command(name = "revoke", description = "Takes rights from a plugin again.")
final class PolicyRevokeCommand extends SettingsCommand {
  @Parameters(index = "0", paramLabel = "BSN", description = "The plugin's symbolic name.")
  private String plugin;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "GRANT",
      description =
          "toolsets, hooks.observe, hooks.block, hooks.rewrite, hooks.transform, approve, annotations.")
  private List<String> grants;

  PolicyRevokeCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    if (!Grants.ALL.containsAll(grants)) {
      throw wrongUsage("the grants are " + String.join(", ", Grants.ALL));
    }
    Set<String> now = Grants.change(writableSettings(), plugin, all -> all.removeAll(grants));
    out().println(plugin + " has the grants: " + (now.isEmpty() ? "none" : String.join(", ", now)));
    return DONE;
  }
}
