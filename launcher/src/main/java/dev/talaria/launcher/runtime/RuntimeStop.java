package dev.talaria.launcher.runtime;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeLock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Ends the runtime of a home from outside. */
public final class RuntimeStop {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 50;

  private final Home home;

  public RuntimeStop(Home home) {
    this.home = home;
  }

  /**
   * Asks the runtime to end and waits until its process has dropped the home's lock.
   *
   * @throws RefusedException if none runs or it does not end in time
   */
  public void stop() throws InterruptedException {
    Runtimes.require(home).post("/stop", Json.object());
    long end = System.nanoTime() + DEADLINE.toNanos();
    for (OptionalLong holder = HomeLock.holder(home);
        holder.isPresent();
        holder = HomeLock.holder(home)) {
      if (System.nanoTime() - end > 0) {
        throw new RefusedException(
            "the runtime of "
                + home
                + " has not ended within "
                + DEADLINE.toSeconds()
                + " s; end process "
                + holder.getAsLong());
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
