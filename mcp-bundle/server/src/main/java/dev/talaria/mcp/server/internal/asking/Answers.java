package dev.talaria.mcp.server.internal.asking;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Answers to come. */
public final class Answers {
  private Answers() {}

  /** Returns an answer that is there: the client cannot be asked. */
  public static CompletableFuture<Elicitation> unavailable(String why) {
    return CompletableFuture.completedFuture(new Elicitation(Action.UNAVAILABLE, Map.of(), why));
  }

  /** Returns all answers to some requests; cancelling it cancels each. */
  public static CompletableFuture<Map<String, Elicitation>> all(
      Map<String, InputRequest> requests,
      Function<Map.Entry<String, InputRequest>, CompletableFuture<Elicitation>> ask) {
    Map<String, CompletableFuture<Elicitation>> answers = new LinkedHashMap<>();
    requests.entrySet().forEach(request -> answers.put(request.getKey(), ask.apply(request)));
    CompletableFuture<Map<String, Elicitation>> all =
        CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
            .thenApply(
                done -> {
                  Map<String, Elicitation> said = new LinkedHashMap<>();
                  answers.forEach((name, answer) -> said.put(name, answer.join()));
                  return said;
                });
    all.whenComplete((said, failure) -> answers.values().forEach(answer -> answer.cancel(false)));
    return all;
  }
}
