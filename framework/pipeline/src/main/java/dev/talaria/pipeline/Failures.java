package dev.talaria.pipeline;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the answers of failed calls: the envelope {@code {"error": ...}} as one text. */
public final class Failures {
  private static final int MAX_CHARS = 2000;

  // What a tool's error text could use to pose as a turn of the conversation.
  private static final Pattern FRAMING =
      Pattern.compile(
          "</?(?:tool_call|function_call|result|response|output|input|system|assistant|user)"
              + "(?:\\s[^<>]{0,200})?>|<!\\[CDATA\\[|]]>|```(?:json|xml|html|markdown)?",
          Pattern.CASE_INSENSITIVE);

  private Failures() {}

  /** Returns the answer of a call that failed for a reason of the runtime. */
  public static CallResult of(Failure failure, String message) {
    return of(failure, message, Map.of());
  }

  /** As {@link #of(Failure, String)}, with more fields beside the error. */
  public static CallResult of(Failure failure, String message, Map<String, String> more) {
    ObjectNode envelope = JsonNodeFactory.instance.objectNode();
    envelope.put("error", cut(message));
    more.forEach(envelope::put);
    return new CallResult(
        List.of(new Content.Text(envelope.toString())), Optional.empty(), Optional.of(failure));
  }

  /** Returns the answer of a call whose arguments do not fit; the tool did not run. */
  public static CallResult invalidArguments(String message) {
    return of(Failure.INVALID_ARGUMENTS, "Invalid tool arguments", Map.of("message", cut(message)));
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
                + thrown.getClass().getSimpleName()
                + (message == null || message.isBlank() ? "" : ": " + message)));
  }

  /** Returns a text that is safe to show to a model as an error of a tool. */
  public static String sanitized(String text) {
    return "[TOOL_ERROR] " + cut(FRAMING.matcher(text == null ? "" : text).replaceAll("")).strip();
  }

  private static String cut(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
  }
}
