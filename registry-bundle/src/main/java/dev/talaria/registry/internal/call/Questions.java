package dev.talaria.registry.internal.call;

import dev.talaria.admin.Elicitor;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the person behind a caller. Every question is answered, by the person, by the clock, or by
 * the end of the call; meanwhile the call's own clock stands still, and no thread waits.
 */
final class Questions {
  private static final Logger LOG = LoggerFactory.getLogger(Questions.class);

  /** Questions that may be open at once; each ends by the clock at the latest. */
  private static final int MAX_OPEN = 1024;

  private final CallThreads threads;
  private final Supplier<Duration> patience;
  private final AtomicInteger open = new AtomicInteger();

  Questions(CallThreads threads, Supplier<Duration> patience) {
    this.threads = threads;
    this.patience = patience;
  }

  /**
   * Asks.
   *
   * @param schemaJson of the answer; empty for a yes or no
   * @return the answer to come; never completes exceptionally; whoever no longer wants it completes
   *     it
   */
  CompletableFuture<Elicitation> ask(CallTask task, String question, String schemaJson) {
    Optional<Elicitor> elicitor = task.caller().spec().options().elicitor();
    if (elicitor.isEmpty()) {
      return CompletableFuture.completedFuture(
          unavailable("nobody can be asked: the client of this call cannot put questions"));
    }
    if (open.incrementAndGet() > MAX_OPEN) {
      open.decrementAndGet();
      return CompletableFuture.completedFuture(
          unavailable("nobody was asked: too many questions are open already"));
    }
    Duration limit = patience.get();
    CompletableFuture<Elicitation> answer = new CompletableFuture<>();
    CompletableFuture<CompletionStage<?>> withdrawable = new CompletableFuture<>();
    task.pause();
    try {
      Future<?> clock =
          threads.later(
              () -> answer.complete(cancelled("nobody answered within " + CallEngine.shown(limit))),
              limit);
      Subscription bond =
          task.onEnd(() -> answer.complete(cancelled("the call was ended before an answer came")));
      answer.whenComplete(
          (said, never) -> {
            clock.cancel(false);
            bond.close();
            open.decrementAndGet();
            task.resume();
            // Withdraws a question that nobody needs answered any more.
            withdrawable.thenAcceptAsync(Stages::cancel, threads.own());
          });
      CompletionStage<Elicitation> asked =
          elicitor.get().ask(task.callId(), question, schemaJson, limit);
      asked.whenComplete((said, failure) -> answer.complete(answered(said, failure)));
      withdrawable.complete(asked);
    } catch (RuntimeException | Error e) {
      LOG.warn("The client of call {} could not be asked", task.callId(), e);
      answer.complete(unavailable("the client could not be asked"));
    }
    return answer;
  }

  private static Elicitation answered(Elicitation said, Throwable failure) {
    if (failure != null) {
      LOG.warn("A question to a client failed", failure);
    }
    return said == null ? unavailable("the client did not answer the question") : said;
  }

  private static Elicitation unavailable(String why) {
    return new Elicitation(Action.UNAVAILABLE, Map.of(), why);
  }

  private static Elicitation cancelled(String why) {
    return new Elicitation(Action.CANCELLED, Map.of(), why);
  }

  /** Says why a call was not approved. */
  static String refusal(String tool, Elicitation said) {
    String why =
        switch (said.action()) {
          case DECLINED -> "the person who was asked declined";
          case ACCEPTED, CANCELLED, UNAVAILABLE ->
              said.reason() == null || said.reason().isBlank()
                  ? "the person who was asked gave no answer"
                  : said.reason();
        };
    return "The call of " + tool + " needs a person's approval and was not run: " + why;
  }
}
