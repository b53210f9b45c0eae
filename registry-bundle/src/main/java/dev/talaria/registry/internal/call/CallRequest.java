package dev.talaria.registry.internal.call;

import dev.talaria.api.ToolCall;
import dev.talaria.registry.internal.json.JsonTrees;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a caller asks for.
 *
 * @param name of the tool, as it stands in the table
 * @param said what the caller called it; another one if a wrong name was repaired
 * @param text the arguments as JSON text; looked at only if there is no tree
 * @param tree the arguments as a tree that nobody changes; may be null
 * @param callId the caller's own; may be null
 * @param progress may be null
 */
record CallRequest(
    String name,
    String said,
    String text,
    ObjectNode tree,
    String callId,
    ToolCall.ProgressListener progress) {

  /**
   * Makes a request of a session's call.
   *
   * @param name of the tool that is meant
   * @throws IllegalArgumentException if its arguments are no object of JSON
   */
  static CallRequest of(ToolCall call, String name, JsonMapper mapper) {
    return new CallRequest(
        name,
        call.name(),
        call.argumentsJson(),
        call.arguments().isPresent() ? JsonTrees.object(call.arguments().get(), mapper) : null,
        call.callId().orElse(null),
        call.progress().orElse(null));
  }

  /** Makes a request of a tool's call. */
  static CallRequest nested(String name, ObjectNode tree) {
    return new CallRequest(name, name, "", tree, null, null);
  }
}
