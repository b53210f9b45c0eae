package dev.talaria.deploy.internal.bundles;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Whether the end of an operation is still wanted. Thread-safe. */
final class Wish {
  private final CompletableFuture<Void> withdrawn = new CompletableFuture<>();
  private volatile boolean ownerStays = true;

  /**
   * Says that the operation is not wanted any more.
   *
   * @param stays whether something of the owner is to run nevertheless; the last word counts
   */
  void withdraw(boolean stays) {
    ownerStays = stays;
    withdrawn.complete(null);
  }

  boolean isWithdrawn() {
    return withdrawn.isDone();
  }

  /** Whether something of the owner is to run. */
  boolean ownerStays() {
    return ownerStays;
  }

  /** Goes on if it is still wanted. */
  void require() throws UnwantedException {
    if (isWithdrawn()) {
      throw new UnwantedException();
    }
  }

  /** Waits for a time, or until it is no longer wanted. */
  void pause(Duration time) throws InterruptedException {
    await(withdrawn, time);
  }

  /** Waits for something, at most for a time, or until it is no longer wanted. */
  void await(CompletableFuture<?> end, Duration limit) throws InterruptedException {
    Future<?> either = CompletableFuture.anyOf(end, withdrawn);
    try {
      either.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return; // Whoever waits looks how things are.
    } catch (ExecutionException e) {
      throw new IllegalStateException("what is waited for never ends exceptionally", e);
    }
  }
}
