package dev.talaria.launcher.command;

import dev.talaria.launcher.connect.ConnectTexts;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.runtime.RuntimeRecord;
import dev.talaria.launcher.runtime.Runtimes;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says how a client reaches the runtime. */
@Command(
    name = "connect",
    description = "Prints what to paste so that an MCP client reaches the runtime.")
final class ConnectCommand extends BaseCommand {
  private static final URI USUAL = URI.create("http://127.0.0.1:8420/mcp");

  @Parameters(
      arity = "0..1",
      paramLabel = "CLIENT",
      description =
          "inspector, claude-code, claude-desktop, vscode, cursor, curl, java or typescript.")
  private String client;

  ConnectCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    if (client == null) {
      out().println("name the client that is to be connected:");
      ConnectTexts.CLIENTS.forEach(name -> out().println("  talaria connect " + name));
      return DONE;
    }
    if (!ConnectTexts.CLIENTS.contains(client)) {
      throw wrongUsage(
          "the client '"
              + client
              + "' is unknown; there are "
              + String.join(", ", ConnectTexts.CLIENTS));
    }
    Home home = home();
    Optional<RuntimeRecord> running = Runtimes.running(home);
    if (running.isEmpty()) {
      err()
          .println(
              "talaria: no runtime is running for "
                  + home
                  + "; this is for the usual address, once `talaria run` has started one");
    }
    URI url = running.map(RuntimeRecord::mcpUrl).orElse(USUAL);
    ConnectTexts texts =
        new ConnectTexts(
            url,
            home,
            environment()
                .distribution()
                .get()
                .startedBy(environment().variables().get(CommandEnvironment.COMMAND)));
    out().print(texts.of(client));
    out().flush();
    return DONE;
  }
}
