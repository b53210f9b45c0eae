package dev.talaria.registry.internal.search;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import java.util.List;
import java.util.Optional;

/** One of the tools that stand in place of those behind the search; answered by the session. */
record BridgeTool(String name, String description, String inputSchema, ToolAnnotations annotations)
    implements ToolInfo {
  static final String OWNER = "dev.talaria.registry";
  static final String SEARCH = "tool_search";
  static final String DESCRIBE = "tool_describe";
  static final String CALL = "tool_call";
  static final int MAX_QUERIES = 7;
  static final int MAX_NAMES = 10;

  static final String SEARCH_SCHEMA =
      """
      {"type":"object","properties":{\
      "query":{"type":"string","minLength":1,\
      "description":"What the tool should do, in a few words, or its name."},\
      "queries":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":7,\
      "description":"Several queries at once, in place of query."},\
      "limit":{"type":"integer","minimum":1,"description":"How many tools to find for a query."}},\
      "additionalProperties":false}""";
  static final String DESCRIBE_SCHEMA =
      """
      {"type":"object","properties":{\
      "name":{"type":"string","minLength":1,"description":"The name of a tool."},\
      "names":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":10,\
      "description":"Several names at once, in place of name."}},\
      "additionalProperties":false}""";
  static final String CALL_SCHEMA =
      """
      {"type":"object","properties":{\
      "name":{"type":"string","minLength":1,"description":"The name of the tool to call."},\
      "arguments":{"type":"object","description":"The tool's own arguments, as tool_describe says."}},\
      "required":["name"],"additionalProperties":false}""";

  private static final ToolAnnotations LOOKS = new ToolAnnotations(true, false, true, false);

  /**
   * Returns the three, ordered by name.
   *
   * @param listing what to add to the description of the search
   */
  static List<ToolInfo> all(String listing) {
    return List.of(
        new BridgeTool(
            CALL,
            "Calls a tool that tool_search found, with the arguments that tool_describe shows.",
            CALL_SCHEMA,
            ToolAnnotations.DEFAULT),
        new BridgeTool(
            DESCRIBE,
            "Shows the description and the parameters of tools that tool_search found.",
            DESCRIBE_SCHEMA,
            LOOKS),
        new BridgeTool(
            SEARCH,
            "Finds more tools than those listed here. Search by what is to be done, read the"
                + " parameters with tool_describe, then call with tool_call."
                + listing,
            SEARCH_SCHEMA,
            LOOKS));
  }

  static boolean isOne(String name) {
    return name.equals(SEARCH) || name.equals(DESCRIBE) || name.equals(CALL);
  }

  @Override
  public String toolset() {
    return "tool_search";
  }

  @Override
  public String title() {
    return "";
  }

  @Override
  public String emoji() {
    return "";
  }

  @Override
  public Optional<String> outputSchema() {
    return Optional.empty();
  }

  @Override
  public List<String> requiresEnv() {
    return List.of();
  }

  @Override
  public Origin origin() {
    return Origin.BUILTIN;
  }

  @Override
  public String owner() {
    return OWNER;
  }

  @Override
  public String version() {
    return "";
  }

  @Override
  public ToolState state() {
    return ToolState.ACTIVE;
  }
}
