package dev.talaria.launcher.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tools, and the commands about one tool. */
@Command(
    name = "tools",
    description = "Lists the tools with their state; more about one with a command below.",
    subcommands = {
      ToolsListCommand.class,
      ToolsShowCommand.class,
      ToolsWhyCommand.class,
      ToolsCallCommand.class,
      ToolsEnableCommand.class,
      ToolsDisableCommand.class,
      ToolsExportCommand.class,
      ToolsProbeCommand.class
    })
final class ToolsCommand extends BaseCommand {
  @Mixin private ToolsListOptions options;

  ToolsCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    options.print(runtime(), out(), width());
    return DONE;
  }
}
