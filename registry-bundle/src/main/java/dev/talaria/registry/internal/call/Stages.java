package dev.talaria.registry.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what others began and nobody waits for any more. */
final class Stages {
  private static final Logger LOG = LoggerFactory.getLogger(Stages.class);

  private Stages() {}

  /** Cancels a stage, as far as it can be. */
  static void cancel(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().cancel(true);
    } catch (RuntimeException | Error e) {
      LOG.debug("A stage cannot be cancelled", e);
    }
  }

  /**
   * Cancels a tool's work if cancelling can end it. A plain {@link CompletableFuture} would only be
   * completed, while what was to complete it goes on: left alone it says when that is over.
   */
  static void stop(CompletionStage<?> work) {
    try {
      CompletableFuture<?> future = work.toCompletableFuture();
      if (endsWork(future)) {
        future.cancel(true);
      }
    } catch (RuntimeException | Error e) {
      LOG.debug("What a tool returned cannot be cancelled", e);
    }
  }

  private static boolean endsWork(CompletableFuture<?> future) {
    try {
      return future.getClass().getMethod("cancel", boolean.class).getDeclaringClass()
          != CompletableFuture.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Every future can be cancelled", e);
    }
  }
}
