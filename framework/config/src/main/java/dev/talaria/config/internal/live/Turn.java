package dev.talaria.config.internal.live;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread at a time change configurations, from reading what holds to telling Config Admin.
 * It is kept while listeners of Config Admin run, so nobody waits for it without a deadline.
 */
final class Turn {
  private static final long DEADLINE_SECONDS = 10;

  private final ReentrantLock lock = new ReentrantLock(true);

  /** Takes the turn; after this, and only then, it has to be given back. */
  void take() throws IOException {
    try {
      if (lock.tryLock(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(
          "interrupted while waiting to change the configuration; nothing was changed");
    }
    throw new IOException(
        "another change of the configuration has not ended after "
            + DEADLINE_SECONDS
            + " s; nothing was changed, try again");
  }

  void giveBack() {
    lock.unlock();
  }
}
