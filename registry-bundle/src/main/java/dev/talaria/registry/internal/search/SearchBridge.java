package dev.talaria.registry.internal.search;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolInfo;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.InvalidSchemaException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the tools of the search, and turns {@code tool_call} into the call that it stands for, so
 * that everything after it sees the real tool. Only tools of the session's own view are found,
 * described and called. Thread-safe.
 */
public final class SearchBridge {
  private static final int SHORT_DESCRIPTION = 300;

  private final JsonMapper mapper;
  private final ArgumentSchema search;
  private final ArgumentSchema describe;
  private final ArgumentSchema call;

  public SearchBridge(JsonMapper mapper) {
    this.mapper = mapper;
    this.search = compiled(BridgeTool.SEARCH_SCHEMA, mapper);
    this.describe = compiled(BridgeTool.DESCRIBE_SCHEMA, mapper);
    this.call = compiled(BridgeTool.CALL_SCHEMA, mapper);
  }

  private static ArgumentSchema compiled(String schema, JsonMapper mapper) {
    try {
      return ArgumentSchema.compile(schema, mapper);
    } catch (InvalidSchemaException e) {
      throw new IllegalStateException("A schema of the tool search cannot be used", e);
    }
  }

  /** Decides what becomes of a call; runs nothing. */
  public Bridged take(ToolCall made, SearchView view) {
    return switch (made.name()) {
      case BridgeTool.SEARCH -> accepted(made, search, arguments -> search(arguments, view));
      case BridgeTool.DESCRIBE -> accepted(made, describe, arguments -> describe(arguments, view));
      case BridgeTool.CALL -> accepted(made, call, arguments -> call(made, arguments, view));
      default -> new Bridged.Forward(made);
    };
  }

  private interface Step {
    Bridged with(ObjectNode arguments);
  }

  private static Bridged accepted(ToolCall made, ArgumentSchema schema, Step step) {
    ArgumentOutcome outcome = schema.accept(made.argumentsJson());
    return outcome instanceof ArgumentOutcome.Accepted accepted
        ? step.with(accepted.arguments())
        : new Bridged.Answer(
            Failures.invalidArguments(((ArgumentOutcome.Rejected) outcome).message()));
  }

  private Bridged search(ObjectNode arguments, SearchView view) {
    Set<String> queries = texts(arguments, "query", "queries");
    if (queries.isEmpty() || queries.size() > BridgeTool.MAX_QUERIES) {
      return refused(
          "Say in query, or in queries, what to look for; at most "
              + BridgeTool.MAX_QUERIES
              + " queries.");
    }
    int limit =
        (int)
            Math.min(
                arguments.path("limit").asLong(view.settings().defaultLimit()),
                view.settings().maxLimit());
    ObjectNode answer = mapper.createObjectNode();
    ArrayNode results = answer.putArray("results");
    for (String query : queries) {
      ObjectNode result = results.addObject().put("query", query);
      ArrayNode tools = result.putArray("tools");
      for (ToolInfo tool : view.index(mapper).search(query, limit)) {
        tools
            .addObject()
            .put("name", tool.name())
            .put("toolset", tool.toolset())
            .put("description", shortened(tool.description()));
      }
      if (tools.isEmpty()) {
        result.put("hint", "No tool fits; try other words.");
      }
    }
    return answered(answer);
  }

  private static String shortened(String description) {
    if (description.length() <= SHORT_DESCRIPTION) {
      return description;
    }
    int end = SHORT_DESCRIPTION - 3;
    return description.substring(
            0, Character.isHighSurrogate(description.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }

  private Bridged describe(ObjectNode arguments, SearchView view) {
    Set<String> names = texts(arguments, "name", "names");
    if (names.isEmpty() || names.size() > BridgeTool.MAX_NAMES) {
      return refused(
          "Say in name, or in names, what to describe; at most "
              + BridgeTool.MAX_NAMES
              + " names.");
    }
    ObjectNode answer = mapper.createObjectNode();
    ArrayNode tools = answer.putArray("tools");
    List<String> unknown = new ArrayList<>();
    for (String name : names) {
      Optional<ToolInfo> tool = view.callable(name);
      if (tool.isEmpty()) {
        unknown.add(name);
      } else {
        tools
            .addObject()
            .put("name", name)
            .put("description", tool.get().description())
            .set("parameters", schema(tool.get()));
      }
    }
    if (tools.isEmpty()) {
      return refused(notHere(String.join(", ", unknown)));
    }
    if (!unknown.isEmpty()) {
      answer.put("hint", notHere(String.join(", ", unknown)));
    }
    return answered(answer);
  }

  private Bridged call(ToolCall made, ObjectNode arguments, SearchView view) {
    String name = arguments.path("name").asString("");
    if (BridgeTool.isOne(name)) {
      return refused(name + " cannot be called through tool_call; call it directly.");
    }
    Optional<ToolInfo> tool = view.callable(name);
    if (tool.isEmpty()) {
      return refused(notHere(name));
    }
    JsonNode own = arguments.path("arguments");
    JsonNode schema = schema(tool.get());
    List<String> missing = new ArrayList<>();
    for (JsonNode required : schema.path("required")) {
      String key = required.asString("");
      if (!own.has(key)) {
        missing.add(key);
      }
    }
    if (!missing.isEmpty()) {
      ObjectNode envelope = mapper.createObjectNode();
      envelope.put(
          "error",
          name
              + " was not run: its required arguments are missing: "
              + String.join(", ", missing)
              + ". Call it again with arguments that fit its parameters.");
      envelope.set("parameters", schema);
      return new Bridged.Answer(
          new CallResult(
              List.of(new Content.Text(envelope.toString())),
              Optional.empty(),
              Optional.of(Failure.INVALID_ARGUMENTS)));
    }
    return new Bridged.Forward(
        new ToolCall(name, own.isObject() ? own.toString() : "", made.callId(), made.progress()));
  }

  private JsonNode schema(ToolInfo tool) {
    try {
      return mapper.readTree(tool.inputSchema());
    } catch (JacksonException e) {
      // A call of the tool says what is wrong with it.
      return mapper.createObjectNode();
    }
  }

  private static Set<String> texts(ObjectNode arguments, String one, String several) {
    Set<String> texts = new LinkedHashSet<>();
    if (arguments.has(one)) {
      texts.add(arguments.path(one).asString(""));
    }
    arguments.path(several).forEach(text -> texts.add(text.asString("")));
    return texts;
  }

  private static String notHere(String names) {
    return "Not available in this session: " + names + ". Find tools with tool_search.";
  }

  private static Bridged refused(String message) {
    return new Bridged.Answer(Failures.invalidArguments(message));
  }

  private static Bridged answered(ObjectNode answer) {
    return new Bridged.Answer(
        new CallResult(
            List.of(new Content.Text(answer.toString())), Optional.empty(), Optional.empty()));
  }
}
