package dev.talaria.launcher.command;

import dev.talaria.launcher.start.RunOptions;
import dev.talaria.launcher.start.RuntimeStart;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts a runtime in the foreground. */
@Command(
    name = "run",
    description = "Starts the runtime of the home in the foreground; Ctrl-C stops it.")
final class RunCommand extends BaseCommand {
  private static final int DEFAULT_PORT = 8420;
  private static final int LAST_PORT = 65535;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The loopback address to listen on (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on, 0 for a free one (default: " + DEFAULT_PORT + ").")
  private Integer port;

  @Option(
      names = "--workspace",
      paramLabel = "DIR",
      description = "The folder that tools work in (default: the current folder).")
  private String workspace;

  @Option(
      names = "--no-auth",
      description = "Lets programs on this machine use /mcp without the token.")
  private boolean noAuth;

  @Option(names = "--background", hidden = true, description = "As a bridge starts it.")
  private boolean background;

  RunCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    if (port != null && (port < 0 || port > LAST_PORT)) {
      throw wrongUsage("--port takes a number from 0 to " + LAST_PORT);
    }
    if (background && (noAuth || workspace != null)) {
      throw wrongUsage("--background goes with neither --no-auth nor --workspace");
    }
    RunOptions options =
        new RunOptions(
            environment()
                .distribution()
                .get()
                .startedBy(environment().variables().get(CommandEnvironment.COMMAND)),
            host,
            port != null ? port : background ? 0 : DEFAULT_PORT,
            Optional.ofNullable(workspace),
            environment().currentFolder(),
            noAuth,
            background);
    new RuntimeStart(home(), environment().distribution().get(), out(), err()).run(options);
    return DONE;
  }
}
