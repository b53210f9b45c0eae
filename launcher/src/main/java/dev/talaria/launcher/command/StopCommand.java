package dev.talaria.launcher.command;

import dev.talaria.launcher.runtime.RuntimeStop;
import picocli.CommandLine.Command;

/** Ends the runtime of the home. */
@Command(name = "stop", description = "Ends the runtime of the home and waits until it has.")
final class StopCommand extends BaseCommand {
  StopCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws InterruptedException {
    new RuntimeStop(home()).stop();
    out().println("stopped");
    return DONE;
  }
}
