package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.share.Shares;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Gives calls threads to be worked on: of ours, in their owner's share, or their caller's. A call
 * that had to wait, and gave its thread back, gets another when it can go on.
 */
final class Workers {
  /** Of a nested call whose tool is not there; all it does is say so. */
  private static final Party UNKNOWN = new Party("", false);

  private static final Duration WAIT_BEYOND_DEADLINE = Duration.ofSeconds(5);

  private final CallThreads threads;
  private final Asides asides;
  private final BooleanSupplier ending;

  /** Set once, before the first call. */
  private Invoker invoker;

  /**
   * Creates the giver of threads.
   *
   * @param ending whether the runtime is
   */
  Workers(CallThreads threads, Asides asides, BooleanSupplier ending) {
    this.threads = threads;
    this.asides = asides;
    this.ending = ending;
  }

  /** Says who does the work. */
  void workBy(Invoker worker) {
    invoker = worker;
  }

  /** Has a new call worked on by a thread of ours. */
  void begin(CallTask task, Binding where) {
    submit(task, where, () -> run(task, null));
  }

  /** The same for a call that a tool makes, whose thread waits meanwhile. */
  void beginNested(CallTask task, Binding where) {
    runNested(task, where, () -> run(task, null));
  }

  /** Has a call worked on in its owner's share of the threads. */
  private void submit(CallTask task, Binding where, Runnable work) {
    OwnerId owner = where.scope().owner();
    Shares shares = threads.calls();
    Seat seat = shares.seat(Party.of(owner), work, () -> task.end(noThread()));
    task.place().claim(seat);
    if (!shares.take(seat)) {
      task.end(
          Failures.of(
              Failure.UNAVAILABLE,
              "Too many calls of "
                  + owner
                  + " wait for a thread; "
                  + task.name()
                  + " was not run; try again later"));
    } else if (task.isClaimed()) {
      // Whoever ended it may have looked before it waited.
      seat.withdraw();
    }
  }

  private CallResult noThread() {
    return Failures.of(
        Failure.UNAVAILABLE,
        ending.getAsBoolean()
            ? "The runtime is ending; nothing can be called"
            : "The system has no thread to spare; try again later");
  }

  private void runNested(CallTask task, Binding where, Runnable work) {
    Party party = where == null ? UNKNOWN : Party.of(where.scope().owner());
    Seat seat = threads.nested().seat(party, work, work);
    task.place().claim(seat);
    threads.submitNested(seat, work);
  }

  private void run(CallTask task, Target first) {
    if (!task.isClaimed()) {
      step(task, () -> invoker.attempt(task, first, where -> again(task, where)));
    }
  }

  /**
   * The edge of the bus: whatever breaks, the call is answered and the thread goes on.
   *
   * @param work returns the answer; empty: the call waits
   */
  static void step(CallTask task, Supplier<Optional<CallResult>> work) {
    CallResult result;
    try {
      Optional<CallResult> done = work.get();
      if (done.isEmpty()) {
        return;
      }
      result = done.get();
    } catch (Throwable e) {
      result = Outcomes.failed(task, e);
    }
    task.finish(result);
  }

  private void again(CallTask task, Binding where) {
    if (task.onCallerThread()) {
      task.progress().next(() -> run(task, null));
    } else if (task.isClaimed()) {
      task.leaveGates();
    } else if (task.parent() == null) {
      submit(task, where, () -> run(task, null));
    } else {
      runNested(task, where, () -> run(task, null));
    }
  }

  /** Goes on with a call whose tool's work is done; never lost, whatever the load. */
  void proceed(CallTask task, Binding where, Runnable work) {
    if (task.isClaimed()) {
      asides.goOn(where.scope(), work);
    } else if (task.onCallerThread()) {
      task.progress().next(work);
    } else if (task.parent() != null) {
      runNested(task, where, work);
    } else {
      Shares shares = threads.calls();
      Seat seat =
          shares.seat(
              Party.of(where.scope().owner()), work, () -> asides.goOn(where.scope(), work));
      task.place().claim(seat);
      shares.takeFirst(seat);
      if (task.isClaimed()) {
        seat.withdraw();
      }
    }
  }

  /** Works on a call with the thread of its caller until it is answered. */
  CallResult runHere(CallTask task, Target first) {
    if (Thread.currentThread().isInterrupted()) {
      task.end(CallEnds.callerInterrupted(task));
    }
    run(task, first);
    while (!task.isClaimed()) {
      try {
        task.progress().next().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        task.end(CallEnds.callerInterrupted(task));
      }
    }
    return task.claimed();
  }

  CallResult await(CallTask task) {
    CompletableFuture<CallResult> answer = task.answer();
    try {
      for (; ; ) {
        // The watch answers at the deadline, which moves while a person is asked; the rest is for
        // handing the answer over.
        Duration patience = task.clock().remaining().plus(WAIT_BEYOND_DEADLINE);
        try {
          return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          CallEnds.timeOut(task);
          if (task.isClaimed()) {
            return task.claimed();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      task.end(CallEnds.callerInterrupted(task));
      return task.claimed();
    } catch (ExecutionException e) {
      // Nobody completes an answer this way; if someone did, the call is still answered.
      return Outcomes.failed(task, e.getCause());
    }
  }
}
