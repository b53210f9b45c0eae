package dev.talaria.launcher.command;

import picocli.CommandLine.Command;

/** The commands about configuration. */
@Command(
    name = "config",
    description = "Lists and changes the configuration of the home.",
    subcommands = {
      ConfigListCommand.class,
      ConfigGetCommand.class,
      ConfigSetCommand.class,
      ConfigUnsetCommand.class
    })
final class ConfigCommand extends BaseCommand {
  ConfigCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    throw wrongUsage("config takes list, get, set or unset");
  }
}
