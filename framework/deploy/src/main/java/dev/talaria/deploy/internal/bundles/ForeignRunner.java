package dev.talaria.deploy.internal.bundles;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs what may call code of deployed bundles on a thread of its own, so that the agent can give up
 * on it. A thread that hangs cannot be ended from outside: it is interrupted, left alone, and what
 * it held is cleaned up if it ever returns. Thread-safe.
 */
final class ForeignRunner {
  private static final Duration GRACE = Duration.ofMillis(250);

  /** What is run. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** How it went. */
  sealed interface Result {
    /** It returned. */
    record Done() implements Result {}

    /** It threw. */
    record Threw(Throwable cause) implements Result {}

    /**
     * It did not come back in time.
     *
     * @param hangs whether it still runs
     */
    record TimedOut(boolean hangs) implements Result {}
  }

  /** Something that runs, as those see it who wait for it. */
  static final class Run {
    private final Thread thread;
    private final CompletableFuture<Optional<Throwable>> end;

    private Run(Thread thread, CompletableFuture<Optional<Throwable>> end) {
      this.thread = thread;
      this.end = end;
    }

    /** Waits for the end; empty if it does not come in time. */
    Optional<Result> await(Duration limit) throws InterruptedException {
      try {
        return Optional.of(result(end.get(limit.toNanos(), TimeUnit.NANOSECONDS)));
      } catch (TimeoutException e) {
        return Optional.empty();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the end is never exceptional", e);
      }
    }

    /** The same, and waits no longer once the wish for it is withdrawn. */
    Optional<Result> await(Duration limit, Wish wish) throws InterruptedException {
      wish.await(end, limit);
      return await(Duration.ZERO);
    }

    /** Interrupts it and, if that does not help, leaves it alone. */
    Result giveUp(Runnable whenLate) throws InterruptedException {
      thread.interrupt();
      boolean hangs = await(GRACE).isEmpty();
      if (hangs) {
        end.thenRun(whenLate);
      }
      return new Result.TimedOut(hangs);
    }

    /** Lets it go on; it is interrupted after a time. */
    void leave(Duration interruptedAfter, Runnable whenLate) {
      end.thenRun(whenLate);
      CompletableFuture.delayedExecutor(interruptedAfter.toMillis(), TimeUnit.MILLISECONDS)
          .execute(this::interruptIfRunning);
    }

    void interruptIfRunning() {
      if (!end.isDone()) {
        thread.interrupt();
      }
    }
  }

  /**
   * Begins to run something.
   *
   * @param whenDone called on the thread of what was run, at its end
   */
  Run begin(String threadName, Action action, Runnable whenDone) {
    CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              end.complete(attempt(action));
              whenDone.run();
            },
            threadName);
    thread.setDaemon(true);
    thread.start();
    return new Run(thread, end);
  }

  /**
   * Runs something and waits for its end.
   *
   * @param whenLate runs on another thread when it returns after it was given up
   * @throws InterruptedException if the agent is to end; what runs is interrupted as well
   */
  Result run(String threadName, Duration limit, Action action, Runnable whenLate)
      throws InterruptedException {
    return run(threadName, limit, action, whenLate, new Wish());
  }

  /** The same, and gives up at once when the wish for it is withdrawn. */
  Result run(String threadName, Duration limit, Action action, Runnable whenLate, Wish wish)
      throws InterruptedException {
    Run run = begin(threadName, action, () -> {});
    try {
      Optional<Result> result = run.await(limit, wish);
      return result.isPresent() ? result.get() : run.giveUp(whenLate);
    } catch (InterruptedException e) {
      run.interruptIfRunning();
      throw e;
    }
  }

  /** The edge to foreign code: whatever it throws is an answer, an Error too. */
  private static Optional<Throwable> attempt(Action action) {
    try {
      action.run();
      return Optional.empty();
    } catch (Throwable e) {
      return Optional.of(e);
    }
  }

  private static Result result(Optional<Throwable> thrown) {
    return thrown.<Result>map(Result.Threw::new).orElseGet(Result.Done::new);
  }
}
