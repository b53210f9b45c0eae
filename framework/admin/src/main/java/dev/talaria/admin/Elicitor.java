package dev.talaria.admin;

import dev.talaria.api.ToolContext.Elicitation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/** Asks the person behind a session's client. Given with the session; thread-safe. */
@ConsumerType
@FunctionalInterface
public interface Elicitor {
  /**
   * Asks; does not wait for the answer.
   *
   * @param callId of the call that asks
   * @param question in plain words
   * @param schemaJson JSON Schema of a flat object to fill in; empty for a yes or no
   * @param patience how long an answer is waited for
   * @return the answer to come; cancelling it withdraws the question
   */
  CompletionStage<Elicitation> ask(
      String callId, String question, String schemaJson, Duration patience);
}
