package dev.talaria.registry.internal.call;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Ends calls at their deadlines. There is one wake-up, planned for the earliest deadline known: a
 * new call only compares its own with it, and plans anew if its own is earlier. When the watch
 * wakes it looks at all calls and plans for the earliest that is left.
 *
 * <p>The plan is guarded by this object and read without it. A call is under way before it looks at
 * the plan, and the plan is void before the calls are looked at; so either the call sees that it
 * has to plan, or the watch sees the call.
 */
final class DeadlineWatch {
  /** Later than any deadline, and far from where differences of nanoTime turn over. */
  private static final long FAR = Duration.ofDays(20_000).toNanos();

  private final UnderWay underWay;
  private final CallThreads threads;
  private final Consumer<CallTask> timeOut;
  private volatile long planned = System.nanoTime() + FAR;

  /** Guarded by this. */
  private Future<?> wakeUp;

  DeadlineWatch(UnderWay underWay, CallThreads threads, Consumer<CallTask> timeOut) {
    this.underWay = underWay;
    this.threads = threads;
    this.timeOut = timeOut;
  }

  /** Sees to it that the watch is awake at this time, as {@link System#nanoTime} tells it. */
  void expect(long deadline) {
    if (deadline - planned < 0) {
      plan(deadline);
    }
  }

  private synchronized void plan(long deadline) {
    if (deadline - planned >= 0) {
      return;
    }
    if (wakeUp != null) {
      wakeUp.cancel(false);
    }
    planned = deadline;
    wakeUp = threads.later(this::look, Duration.ofNanos(deadline - System.nanoTime()));
  }

  private void look() {
    synchronized (this) {
      wakeUp = null;
      planned = System.nanoTime() + FAR;
    }
    long earliest = System.nanoTime() + FAR;
    for (CallTask task : underWay.all()) {
      long now = System.nanoTime();
      if (task.isOverdue(now)) {
        timeOut.accept(task);
      } else {
        long deadline = task.deadline(now + FAR);
        earliest = deadline - earliest < 0 ? deadline : earliest;
      }
    }
    expect(earliest);
  }
}
