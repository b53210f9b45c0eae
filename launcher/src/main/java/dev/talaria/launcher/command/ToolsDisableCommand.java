package dev.talaria.launcher.command;

import dev.talaria.launcher.runtime.Runtimes;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes tools away from all sessions. */
@Command(name = "disable", description = "Takes tools away from all sessions.")
final class ToolsDisableCommand extends SettingsCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "NAME",
      description = "A toolset, a tool, or SERVER:TOOL.")
  private List<String> names;

  ToolsDisableCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    ToolSwitch filter = new ToolSwitch(writableSettings());
    filter.require(names, Runtimes.find(home()));
    filter.disable(names);
    out().println("disabled: " + String.join(", ", names));
    return DONE;
  }
}
