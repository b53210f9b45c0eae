package dev.talaria.ops.internal.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Says when nobody has used the runtime for long enough. Used by one thread. */
final class IdleWatch {
  private final InstantSource clock;
  private final BooleanSupplier inUse;
  private final Duration patience;
  private Instant lastUse;

  /** Begins to count now, whether or not anybody has come yet. */
  IdleWatch(InstantSource clock, BooleanSupplier inUse, Duration patience) {
    this.clock = clock;
    this.inUse = inUse;
    this.patience = patience;
    this.lastUse = clock.instant();
  }

  boolean isOver() {
    Instant now = clock.instant();
    if (inUse.getAsBoolean()) {
      lastUse = now;
      return false;
    }
    return !now.isBefore(lastUse.plus(patience));
  }
}
