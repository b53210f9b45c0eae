package dev.talaria.launcher.command;

import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.Workspace;
import dev.talaria.launcher.stdio.StdioMain;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves one MCP client on stdin and stdout. */
@Command(
    name = "stdio",
    description =
        "The Model Context Protocol on stdin and stdout, as the command of an MCP client. Starts the"
            + " runtime of the home in the background when none runs.")
final class StdioCommand extends BaseCommand {
  @Option(
      names = "--workspace",
      paramLabel = "DIR",
      description = "The folder that this client's tools work in (default: the current folder).")
  private String workspace;

  @Option(
      names = "--toolsets",
      paramLabel = "NAME",
      split = ",",
      description = "The toolsets that this client sees (default: all).")
  private List<String> toolsets = List.of();

  StdioCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    Home home = home();
    Workspace folder =
        workspace != null
            ? Workspace.named(workspace, home)
            : Workspace.byDefault(environment().currentFolder(), home);
    PrintStream protocol = out();
    // Whatever else prints, prints where it does no harm.
    System.setOut(System.err);
    new StdioMain(home, environment().distribution().get(), err())
        .run(environment().in(), protocol, folder, toolsets);
    return DONE;
  }
}
