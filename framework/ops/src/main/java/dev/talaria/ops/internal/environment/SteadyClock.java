package dev.talaria.ops.internal.environment;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock for deadlines: it begins at the wall clock's time and then only runs on. A machine that
 * was asleep or a corrected wall clock ends nobody's deadline.
 */
public final class SteadyClock implements InstantSource {
  private final Instant begin = Instant.now();
  private final long beginNanos = System.nanoTime();

  @Override
  public Instant instant() {
    return begin.plusNanos(System.nanoTime() - beginNanos);
  }
}
