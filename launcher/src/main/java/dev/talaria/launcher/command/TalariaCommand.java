package dev.talaria.launcher.command;

import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.home.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command itself: what all commands share. */
@Command(
    name = "talaria",
    description = "A hot-pluggable tool runtime for AI agents.",
    versionProvider = TalariaCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = "%nExit code: 0 done, 1 refused or failed, 2 wrong usage.",
    subcommands = {
      RunCommand.class,
      StopCommand.class,
      StatusCommand.class,
      LogsCommand.class,
      StdioCommand.class,
      ConnectCommand.class,
      ToolsCommand.class,
      ToolsetsCommand.class,
      BundlesCommand.class,
      DeployCommand.class,
      UndeployCommand.class,
      InspectCommand.class,
      PolicyCommand.class,
      ConfigCommand.class,
      AuditCommand.class,
      DoctorCommand.class
    })
final class TalariaCommand implements Runnable {
  /** Prints the version of the build. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"talaria " + Distribution.version()};
    }
  }

  private final CommandEnvironment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "The home folder; else $TALARIA_HOME, else ~/.talaria.")
  private String home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Prints this help.")
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Prints the version.")
  private boolean version;

  TalariaCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  Home home() {
    return Home.locate(home, environment.variables().get("TALARIA_HOME"), environment.userHome());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }
}
