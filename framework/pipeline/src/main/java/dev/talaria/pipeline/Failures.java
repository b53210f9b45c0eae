package dev.talaria.pipeline;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the answers of failed calls: the envelope {@code {"error": ...}} as one text, bounded and
 * without secrets, wherever the message came from.
 */
public final class Failures {
  private Failures() {}

  /** Returns the answer of a call that failed for a reason of the runtime. */
  public static CallResult of(Failure failure, String message) {
    return of(failure, message, Map.of());
  }

  /** As {@link #of(Failure, String)}, with more fields beside the error. */
  public static CallResult of(Failure failure, String message, Map<String, String> more) {
    ObjectNode envelope = JsonNodeFactory.instance.objectNode();
    envelope.put("error", ErrorText.bounded(message));
    more.forEach((key, value) -> envelope.put(key, ErrorText.bounded(value)));
    return answer(failure, envelope);
  }

  /**
   * As {@link #of(Failure, String)}, with the members of an object beside the error; they cannot
   * take its place.
   */
  static CallResult of(Failure failure, String message, JsonNode more) {
    ObjectNode envelope = JsonNodeFactory.instance.objectNode();
    envelope.put("error", ErrorText.bounded(message));
    more.properties().forEach(member -> envelope.putIfAbsent(member.getKey(), member.getValue()));
    return answer(failure, envelope);
  }

  private static CallResult answer(Failure failure, ObjectNode envelope) {
    return new CallResult(
        List.of(new Content.Text(envelope.toString())), Optional.empty(), Optional.of(failure));
  }

  /** Returns the answer of a call whose arguments do not fit; the tool did not run. */
  public static CallResult invalidArguments(String message) {
    return of(Failure.INVALID_ARGUMENTS, "Invalid tool arguments", Map.of("message", message));
  }

  /**
   * Returns the answer of a call whose tool threw. A {@link ToolException} speaks for itself; of
   * anything else the type and the message are told, stripped of what could pose as conversation.
   */
  public static CallResult thrown(Throwable thrown) {
    if (thrown instanceof ToolException) {
      return of(Failure.TOOL_ERROR, thrown.getMessage());
    }
    String message = thrown.getMessage();
    return of(
        Failure.TOOL_ERROR,
        sanitized(
            "Tool execution failed: "
                + name(thrown.getClass())
                + (message == null || message.isBlank() ? "" : ": " + message)));
  }

  private static String name(Class<?> type) {
    return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
  }

  /** Returns a text that is safe to show to a model as an error of a tool. */
  public static String sanitized(String text) {
    return ErrorText.sanitized(text);
  }

  /**
   * Returns a text that foreign code gave, such as the reason of a probe, as one line for messages
   * and logs: without control characters, what a terminal obeys, framing and secrets.
   *
   * @param max characters; a marker follows where it was cut
   */
  public static String line(String text, int max) {
    return ErrorText.line(text, max);
  }
}
