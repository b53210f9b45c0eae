package dev.talaria.registry.internal.call;

import java.time.Duration;

/**
 * The time of one call: its deadline, never later than that of the call that made it, and the time
 * that is not counted, while a person is asked. Guarded by this object's monitor.
 */
final class CallClock {
  private static final long LONGEST = Duration.ofDays(3650).toNanos();

  private final DeadlineWatch watch;
  private final CallClock parent;
  private final long startNanos = System.nanoTime();
  private final long limitNanos;
  private long deadlineNanos;

  /** How many questions to a person are open, and since when the first is. */
  private int pauses;

  private long pausedSince;

  /**
   * Starts the clock.
   *
   * @param parent of the call that makes this one; null: no call does
   */
  CallClock(DeadlineWatch watch, CallClock parent, Duration timeLimit) {
    this.watch = watch;
    this.parent = parent;
    long deadline = startNanos + nanos(timeLimit);
    this.deadlineNanos = parent == null ? deadline : parent.earlier(deadline);
    this.limitNanos = Math.max(0, deadlineNanos - startNanos);
  }

  /** Far below the range of nanoTime, so that differences stay right. */
  private static long nanos(Duration time) {
    return time.getSeconds() >= LONGEST / 1_000_000_000 ? LONGEST : time.toNanos();
  }

  private synchronized long earlier(long deadline) {
    // While this call waits for a person its own deadline is not known; the child's end with it.
    long mine = pauses > 0 ? deadlineNanos + (System.nanoTime() - pausedSince) : deadlineNanos;
    return mine - deadline < 0 ? mine : deadline;
  }

  /** Has the call ended at its deadline. */
  void start() {
    watch.expect(deadlineNanos);
  }

  synchronized Duration remaining() {
    long now = pauses > 0 ? pausedSince : System.nanoTime();
    return Duration.ofNanos(Math.max(0, deadlineNanos - now));
  }

  /** The time this call had from its start, without what was added while a person was asked. */
  Duration limit() {
    return Duration.ofNanos(limitNanos);
  }

  long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }

  synchronized boolean isOverdue(long now) {
    return pauses == 0 && deadlineNanos - now <= 0;
  }

  /** Returns when the call is to end, or the other value while it waits for a person. */
  synchronized long deadline(long whilePaused) {
    return pauses == 0 ? deadlineNanos : whilePaused;
  }

  /** Stops the clock, and those of the calls that wait for this one, while a person is asked. */
  void pause() {
    synchronized (this) {
      if (pauses++ == 0) {
        pausedSince = System.nanoTime();
      }
    }
    if (parent != null) {
      parent.pause();
    }
  }

  /** Lets the clock go on. */
  void resume() {
    long deadline;
    synchronized (this) {
      if (--pauses > 0) {
        return;
      }
      deadlineNanos += System.nanoTime() - pausedSince;
      deadline = deadlineNanos;
    }
    watch.expect(deadline);
    if (parent != null) {
      parent.resume();
    }
  }
}
