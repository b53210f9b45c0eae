package dev.talaria.mcp.wire.input;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonValues;
import java.util.Map;
import java.util.Optional;

/** Reads what a client answers to a request for input. Members that are null are left out. */
public final class AnswerReader {
  private AnswerReader() {}

  /** Returns the answer; empty if the result is none of this request. */
  public static Optional<Elicitation> read(InputRequest request, JsonObject result) {
    if (request instanceof InputRequest.Sampling) {
      return result.has("content") && result.string("role").isPresent()
          ? Optional.of(accepted(JsonValues.object(result)))
          : Optional.empty();
    }
    if (request instanceof InputRequest.Roots) {
      return result.kind("roots").filter(JsonObject.Kind.ARRAY::equals).isPresent()
          ? Optional.of(accepted(JsonValues.object(result)))
          : Optional.empty();
    }
    return switch (result.string("action").orElse("")) {
      case "accept" -> accepted(result);
      case "decline" -> Optional.of(without(Action.DECLINED, "the person declined"));
      case "cancel" ->
          Optional.of(without(Action.CANCELLED, "the person left the question unanswered"));
      default -> Optional.empty();
    };
  }

  private static Optional<Elicitation> accepted(JsonObject result) {
    if (!result.has("content")) {
      return Optional.of(accepted(Map.of()));
    }
    return result.object("content").map(JsonValues::object).map(AnswerReader::accepted);
  }

  private static Elicitation accepted(Map<String, Object> content) {
    return new Elicitation(Action.ACCEPTED, content, "");
  }

  private static Elicitation without(Action action, String reason) {
    return new Elicitation(action, Map.of(), reason);
  }
}
