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
 * it held is cleaned up if it ever returns. Used by the agent's thread only.
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

  /**
   * Runs something and waits for its end.
   *
   * @param whenLate runs on another thread when it returns after it was given up
   * @throws InterruptedException if the agent is to end; what runs is interrupted as well
   */
  Result run(String threadName, Duration limit, Action action, Runnable whenLate)
      throws InterruptedException {
    CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
    Thread thread = new Thread(() -> end.complete(attempt(action)), threadName);
    thread.setDaemon(true);
    thread.start();
    try {
      return result(end.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      thread.interrupt();
      boolean hangs = !endsWithin(GRACE, end);
      if (hangs) {
        end.thenRun(whenLate);
      }
      return new Result.TimedOut(hangs);
    } catch (InterruptedException e) {
      thread.interrupt();
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end is never exceptional", e);
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

  private static boolean endsWithin(Duration limit, CompletableFuture<?> end)
      throws InterruptedException {
    try {
      end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end is never exceptional", e);
    }
  }
}
