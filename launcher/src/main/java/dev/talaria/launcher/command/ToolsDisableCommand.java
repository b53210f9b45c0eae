package dev.talaria.launcher.command;

import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.Runtimes;
import java.util.List;
import java.util.Optional;
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
    Optional<RuntimeClient> runtime = Runtimes.find(home());
    filter.require(names, runtime);
    ToolSwitch.Written written = filter.disable(names);
    runtime.ifPresent(running -> FilterTaken.await(running, written));
    out()
        .println(
            "disabled: "
                + String.join(", ", names)
                + (runtime.isPresent() ? "" : " (from the next start on: no runtime runs)"));
    return DONE;
  }
}
