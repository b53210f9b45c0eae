package dev.talaria.launcher.runtime;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.home.HomeToken;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the runtime of a home. The token goes to nobody but the process that holds the home's lock
 * and wrote the record: after a crash another program may listen on the port.
 */
public final class Runtimes {
  private Runtimes() {}

  /** Returns the running runtime's record; empty if none runs or it is not ready yet. */
  public static Optional<RuntimeRecord> running(Home home) {
    OptionalLong holder = HomeLock.holder(home);
    if (holder.isEmpty()) {
      return Optional.empty();
    }
    try {
      // A holder that has not said who it is did not write the record that is there.
      return RuntimeRecord.read(home).filter(r -> r.pid() == holder.getAsLong());
    } catch (IOException e) {
      throw new RefusedException(home.runtimeRecord() + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns a client of the running runtime; empty if none runs. */
  public static Optional<RuntimeClient> find(Home home) {
    OptionalLong holder = HomeLock.holder(home);
    if (holder.isEmpty()) {
      return Optional.empty();
    }
    RuntimeRecord runtime =
        running(home)
            .orElseThrow(
                () ->
                    new RefusedException(
                        "the runtime of "
                            + home
                            + " (process "
                            + holder.getAsLong()
                            + ") is starting or stopping; try again in a moment"));
    return Optional.of(new RuntimeClient(runtime.url(), HomeToken.read(home)));
  }

  /**
   * Returns a client of the running runtime.
   *
   * @throws RefusedException if none runs
   */
  public static RuntimeClient require(Home home) {
    return find(home)
        .orElseThrow(
            () ->
                new RefusedException(
                    "no runtime is running for " + home + "; start one with `talaria run`"));
  }
}
