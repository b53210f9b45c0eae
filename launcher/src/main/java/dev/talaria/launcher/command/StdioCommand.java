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
  private static final List<String> TOOL_SEARCH = List.of("off", "auto", "on");

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

  @Option(
      names = "--tool-search",
      paramLabel = "off|auto|on",
      defaultValue = "off",
      description =
          "Whether the tools of plugins and MCP servers are hidden behind a search: never (the"
              + " default), when there are many, or always.")
  private String toolSearch;

  StdioCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    if (!TOOL_SEARCH.contains(toolSearch)) {
      throw wrongUsage("--tool-search is one of " + String.join(", ", TOOL_SEARCH));
    }
    Home home = home();
    Workspace folder =
        workspace != null
            ? Workspace.named(workspace, home)
            : Workspace.byDefault(environment().currentFolder(), home);
    PrintStream protocol = out();
    // Whatever else prints, prints where it does no harm.
    System.setOut(System.err);
    new StdioMain(home, environment().distribution().get(), err())
        .run(environment().in(), protocol, folder, toolsets, toolSearch);
    return DONE;
  }
}
