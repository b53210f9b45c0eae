package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.output.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the log of the home. */
@Command(name = "logs", description = "Prints the end of the home's log.")
final class LogsCommand extends BaseCommand {
  @Option(names = "--follow", description = "Goes on printing what is added, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many lines to begin with (default: ${DEFAULT-VALUE}).")
  private int lines;

  LogsCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (lines < 0) {
      throw wrongUsage("--lines takes a number from 0");
    }
    Home home = home();
    if (!Files.exists(home.log())) {
      throw new RefusedException(
          "there is no log yet at " + home.log() + "; `talaria run` makes it");
    }
    try {
      LogTail tail = new LogTail(home.log(), out());
      tail.printLast(lines);
      while (follow) {
        tail.awaitMore();
      }
    } catch (IOException e) {
      throw new RefusedException(home.log() + " cannot be read: " + e.getMessage(), e);
    }
    return DONE;
  }
}
