package dev.talaria.launcher.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tools. */
@Command(name = "list", description = "Lists the tools with their state.")
final class ToolsListCommand extends BaseCommand {
  @Mixin private ToolsListOptions options;

  ToolsListCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    options.print(runtime(), out(), width());
    return DONE;
  }
}
