package dev.talaria.registry.internal.call;

import dev.talaria.admin.Elicitor;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
   * Asks one thing.
   *
   * @param schemaJson of the answer; empty for a yes or no
   * @return the answer to come; never completes exceptionally; whoever no longer wants it completes
   *     it
   */
  CompletableFuture<Elicitation> ask(CallTask task, String question, String schemaJson) {
    CompletableFuture<Map<String, Elicitation>> all =
        ask(task, Map.of(Elicitor.NAMELESS, new InputRequest.Form(question, schemaJson)));
    CompletableFuture<Elicitation> one = all.thenApply(said -> said.get(Elicitor.NAMELESS));
    one.whenComplete((said, never) -> all.complete(Map.of(Elicitor.NAMELESS, said)));
    return one;
  }

  /**
   * Asks several things at once.
   *
   * @param requests by name; at least one
   * @return all answers to come; never completes exceptionally; whoever no longer wants them
   *     completes it
   */
  CompletableFuture<Map<String, Elicitation>> ask(
      CallTask task, Map<String, InputRequest> requests) {
    Set<String> names = Set.copyOf(requests.keySet());
    Optional<Elicitor> elicitor = task.caller().spec().options().elicitor();
    if (elicitor.isEmpty()) {
      return CompletableFuture.completedFuture(
          unavailable(names, "nobody can be asked: the client of this call cannot put questions"));
    }
    if (open.incrementAndGet() > MAX_OPEN) {
      open.decrementAndGet();
      return CompletableFuture.completedFuture(
          unavailable(names, "nobody was asked: too many questions are open already"));
    }
    Duration limit = patience.get();
    CompletableFuture<Map<String, Elicitation>> answer = new CompletableFuture<>();
    CompletableFuture<CompletionStage<?>> withdrawable = new CompletableFuture<>();
    task.clock().pause();
    try {
      Future<?> clock =
          threads.later(
              () ->
                  answer.complete(
                      cancelled(names, "nobody answered within " + CallEnds.shown(limit))),
              limit);
      Subscription bond =
          task.onEnd(
              () -> answer.complete(cancelled(names, "the call was ended before an answer came")));
      answer.whenComplete(
          (said, never) -> {
            clock.cancel(false);
            bond.close();
            open.decrementAndGet();
            task.clock().resume();
            // Withdraws a question that nobody needs answered any more.
            withdrawable.thenAcceptAsync(Stages::cancel, threads.own());
          });
      CompletionStage<Map<String, Elicitation>> asked =
          elicitor.get().ask(task.root().callId(), requests, limit);
      asked.whenComplete((said, failure) -> answer.complete(answered(names, said, failure)));
      withdrawable.complete(asked);
    } catch (RuntimeException | Error e) {
      LOG.warn("The client of call {} could not be asked", task.callId(), e);
      answer.complete(unavailable(names, "the client could not be asked"));
    }
    return answer;
  }

  private static Map<String, Elicitation> answered(
      Set<String> names, Map<String, Elicitation> said, Throwable failure) {
    if (failure != null) {
      LOG.warn("A question to a client failed", failure);
    }
    Map<String, Elicitation> answers = new HashMap<>();
    for (String name : names) {
      Elicitation one = said == null ? null : said.get(name);
      answers.put(
          name,
          one == null
              ? new Elicitation(
                  Action.UNAVAILABLE, Map.of(), "the client did not answer the question")
              : one);
    }
    return answers;
  }

  private static Map<String, Elicitation> unavailable(Set<String> names, String why) {
    return each(names, new Elicitation(Action.UNAVAILABLE, Map.of(), why));
  }

  private static Map<String, Elicitation> cancelled(Set<String> names, String why) {
    return each(names, new Elicitation(Action.CANCELLED, Map.of(), why));
  }

  /** Returns one answer for all. */
  static Map<String, Elicitation> each(Set<String> names, Elicitation said) {
    Map<String, Elicitation> answers = new HashMap<>();
    names.forEach(name -> answers.put(name, said));
    return answers;
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
