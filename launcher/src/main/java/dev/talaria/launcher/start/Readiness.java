package dev.talaria.launcher.start;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeToken;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.RuntimeRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits until this process's runtime has written that it is ready. */
final class Readiness {
  private static final long POLL_MILLIS = 20;

  private final Home home;
  private final ListenAddress address;

  Readiness(Home home, ListenAddress address) {
    this.home = home;
    this.address = address;
  }

  /**
   * Waits for the record.
   *
   * @return empty if the runtime has stopped meanwhile
   * @throws RefusedException at the deadline
   */
  Optional<RuntimeRecord> await(Duration deadline, BooleanSupplier running)
      throws InterruptedException {
    long end = System.nanoTime() + deadline.toNanos();
    while (running.getAsBoolean()) {
      Optional<RuntimeRecord> found = read();
      if (found.isPresent()) {
        return found;
      }
      if (System.nanoTime() - end > 0) {
        throw new RefusedException(
            "the runtime is not ready after "
                + deadline.toSeconds()
                + " s and is stopped again; "
                + waitingFor());
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return Optional.empty();
  }

  private String waitingFor() {
    try {
      String state = new RuntimeClient(address.url(), HomeToken.read(home)).readiness();
      return "it says: " + state;
    } catch (RefusedException e) {
      // Its health is no more to be had than the rest.
      return home.log() + " may say why (" + e.getMessage() + ")";
    }
  }

  private Optional<RuntimeRecord> read() {
    try {
      return RuntimeRecord.read(home).filter(r -> r.pid() == ProcessHandle.current().pid());
    } catch (IOException e) {
      throw new RefusedException(home.runtimeRecord() + " cannot be read: " + e.getMessage(), e);
    }
  }
}
