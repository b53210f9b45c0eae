package dev.talaria.admin;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/** Asks the client of a session, and the person behind it. Given with the session; thread-safe. */
@ConsumerType
@FunctionalInterface
public interface Elicitor {
  /** The name of a question that was not given one: an approval, {@code ToolContext.ask} of one. */
  String NAMELESS = "";

  /**
   * Asks; does not wait for the answers.
   *
   * @param callId of the call that came from the client, for which something is asked
   * @param requests by name; at least one
   * @param patience how long answers are waited for
   * @return the answers to come, by the same names; cancelling it withdraws the questions
   */
  CompletionStage<Map<String, Elicitation>> ask(
      String callId, Map<String, InputRequest> requests, Duration patience);
}
