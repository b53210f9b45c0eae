package dev.talaria.admin;

import dev.talaria.api.CallResult;
import dev.talaria.api.ToolSession;
import java.util.List;
import java.util.Objects;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Keeps what all calls of one turn of an agent brought within {@code turn_result_chars}, or less
 * where the session's context window is small; for agent loops. Provided by the registry.
 * Thread-safe.
 */
@ProviderType
public interface TurnResults {
  /**
   * The answer of one call of the turn.
   *
   * @param callId of the call
   * @param tool that was called
   * @param result as the session gave it
   */
  record Answer(String callId, String tool, CallResult result) {
    public Answer {
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(tool, "tool");
      Objects.requireNonNull(result, "result");
    }
  }

  /**
   * Returns what is to be shown to the model. While the texts are too long together, the longest is
   * saved and replaced by a block that says how to read on; results of tools without a limit, and
   * what is such a block already, stay. Writes files: not for threads that must not wait.
   *
   * @param session that made the calls; open
   * @param turn in the order of the calls
   * @return as many results, in the same order
   * @throws IllegalArgumentException if the session is not one of this registry's, or has ended
   */
  List<CallResult> fit(ToolSession session, List<Answer> turn);
}
