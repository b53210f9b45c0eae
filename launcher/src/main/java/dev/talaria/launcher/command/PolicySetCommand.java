package dev.talaria.launcher.command;

import dev.talaria.launcher.settings.PolicyPids;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Allows or denies overriding. */
@Command(
    name = "set",
    description = "Allows plugins, or one plugin, to override tools, or denies it again.")
final class PolicySetCommand extends SettingsCommand {
  @Parameters(
      paramLabel = "allow_tool_override=true|false",
      description = "Whether tools may be overridden.")
  private String assignment;

  @Option(
      names = "--plugin",
      paramLabel = "BSN",
      description = "Only for the plugin of this symbolic name.")
  private String plugin;

  @Option(
      names = "--tools",
      paramLabel = "GLOB,...",
      description = "The names that the plugin may override; goes with --plugin.")
  private String tools;

  PolicySetCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    String prefix = PolicyPids.ALLOW_OVERRIDE + "=";
    String value = assignment.startsWith(prefix) ? assignment.substring(prefix.length()) : "";
    if (!value.equals("true") && !value.equals("false")) {
      throw wrongUsage(
          "policy set takes "
              + prefix
              + "true or "
              + prefix
              + "false; other keys are set with `talaria config set`");
    }
    if (tools != null && plugin == null) {
      throw wrongUsage("--tools says what one plugin may override and goes with --plugin");
    }
    Map<String, List<String>> set = new HashMap<>();
    set.put(PolicyPids.ALLOW_OVERRIDE, List.of(value));
    if (tools != null) {
      set.put(PolicyPids.OVERRIDE_TOOLS, KeyValues.list(tools));
    }
    writableSettings().updatePolicy(plugin, set, Set.of());
    out()
        .println(
            PolicyPids.ALLOW_OVERRIDE + " is " + value + (plugin == null ? "" : " for " + plugin));
    return DONE;
  }
}
