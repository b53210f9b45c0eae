package dev.talaria.registry.internal.call;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(DeadlineWatch.class);

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
      try {
        plan(deadline);
      } catch (RejectedExecutionException e) {
        // The end of the runtime has ended all calls, or is about to.
        LOG.debug("A deadline is not watched: the runtime is ending", e);
      }
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
      if (task.clock().isOverdue(now)) {
        timeOut.accept(task);
      } else {
        long deadline = task.clock().deadline(now + FAR);
        earliest = deadline - earliest < 0 ? deadline : earliest;
      }
    }
    expect(earliest);
  }
}
