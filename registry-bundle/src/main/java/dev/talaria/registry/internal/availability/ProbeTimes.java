package dev.talaria.registry.internal.availability;

import java.time.Duration;

/**
 * How long what was found out holds.
 *
 * @param ttl lifetime of an answer
 * @param grace how long after its last success a failing probe changes nothing
 * @param timeout how long an answer is waited for
 */
public record ProbeTimes(Duration ttl, Duration grace, Duration timeout) {
  /** What holds when nothing is configured. */
  public static final ProbeTimes DEFAULT =
      new ProbeTimes(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(5));

  /** Returns the same times for something that fails at once. */
  ProbeTimes withoutGrace() {
    return new ProbeTimes(ttl, Duration.ZERO, timeout);
  }
}
