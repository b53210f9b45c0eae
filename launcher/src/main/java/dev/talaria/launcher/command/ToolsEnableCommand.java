package dev.talaria.launcher.command;

import dev.talaria.launcher.runtime.Runtimes;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Offers tools again that were disabled. */
@Command(name = "enable", description = "Offers tools again that were disabled.")
final class ToolsEnableCommand extends SettingsCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "NAME",
      description = "A toolset, a tool, or SERVER:TOOL.")
  private List<String> names;

  ToolsEnableCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    ToolSwitch filter = new ToolSwitch(writableSettings());
    filter.require(names, Runtimes.find(home()));
    filter.enable(names);
    out().println("enabled: " + String.join(", ", names));
    return DONE;
  }
}
