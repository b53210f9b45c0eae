package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the calls in flight of a bundle whose tools have left the table: without a limit of its
 * own for those that are not answered yet, since each has its deadline, and for a while for tools
 * that go on although their calls were answered. Holds no thread; immutable.
 */
final class Retirement {
  /** A call that has entered a tool and is not yet seen there is seen within this time. */
  private static final long ROUND_MILLIS = 50;

  private final CallEngine engine;
  private final ProviderScope scope;
  private final CompletableFuture<Void> released;
  private final long patienceMillis;

  /**
   * Creates one.
   *
   * @param released completes when all calls are back
   * @param patience with tools whose calls were answered
   */
  Retirement(
      CallEngine engine, ProviderScope scope, CompletableFuture<Void> released, Duration patience) {
    this.engine = engine;
    this.scope = scope;
    this.released = released;
    this.patienceMillis = patience.toMillis();
  }

  CompletableFuture<Void> end() {
    return end(0);
  }

  private CompletableFuture<Void> end(long waitedMillis) {
    if (released.isDone()) {
      return released;
    }
    CompletableFuture<Void> answered = engine.whenAnswered(scope);
    long waited = answered.isDone() ? waitedMillis : 0;
    if (waited >= patienceMillis) {
      return CompletableFuture.completedFuture(null);
    }
    return answered
        .thenCompose(
            all -> released.copy().completeOnTimeout(null, ROUND_MILLIS, TimeUnit.MILLISECONDS))
        .thenCompose(round -> end(waited + ROUND_MILLIS));
  }
}
