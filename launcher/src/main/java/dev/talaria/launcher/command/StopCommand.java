package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.runtime.Json;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/** Ends the runtime of the home. */
@Command(name = "stop", description = "Ends the runtime of the home and waits until it has.")
final class StopCommand extends BaseCommand {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 50;

  StopCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws InterruptedException {
    Home home = home();
    runtime().post("/stop", Json.object());
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (HomeLock.holder(home).isPresent()) {
      if (System.nanoTime() - end > 0) {
        throw new RefusedException(
            "the runtime of "
                + home
                + " has not ended within "
                + DEADLINE.toSeconds()
                + " s; end process "
                + HomeLock.holder(home).orElse(0));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    out().println("stopped");
    return DONE;
  }
}
