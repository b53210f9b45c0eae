package dev.talaria.pipeline;

import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolDeclaration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The declaration of a tool as the annotation processor wrote it into {@code
 * OSGI-INF/tools/NAME.json}: everything about the tool that can be known without running it.
 *
 * @param inputSchema JSON Schema of the arguments, as compact JSON text
 * @param outputSchema JSON Schema of the structured result, as compact JSON text
 * @param maxResultChars longest result; 0: the runtime's default; -1: no limit
 */
public record ToolDocument(
    String name,
    String toolset,
    String title,
    String description,
    String emoji,
    boolean override,
    ToolAnnotations annotations,
    Optional<Duration> timeout,
    int maxResultChars,
    List<String> requiresEnv,
    String inputSchema,
    Optional<String> outputSchema,
    Behaviour behaviour,
    List<CrossReference> seeAlso) {

  /** Largest document that is read, in bytes. */
  public static final int MAX_BYTES = 1024 * 1024;

  public ToolDocument {
    requiresEnv = List.copyOf(requiresEnv);
    Objects.requireNonNull(behaviour, "behaviour");
    seeAlso = List.copyOf(seeAlso);
  }

  /**
   * How the registry is to treat the tool beyond calling it.
   *
   * @param probe name of the probe that says whether it can work; empty: none
   * @param overlay name of what changes its shown definition; empty: none
   * @param maxConcurrent how many calls may run at once; 0: no limit
   * @param agentLoop whether only an agent's own loop carries it out
   */
  public record Behaviour(String probe, String overlay, int maxConcurrent, boolean agentLoop) {
    /** Nothing special. */
    public static final Behaviour PLAIN = new Behaviour("", "", 0, false);

    public Behaviour {
      Objects.requireNonNull(probe, "probe");
      Objects.requireNonNull(overlay, "overlay");
    }
  }

  /**
   * A sentence for the description, for those who have all of the tools.
   *
   * @param tools names of the tools it speaks of
   */
  public record CrossReference(List<String> tools, String text) {
    public CrossReference {
      tools = List.copyOf(tools);
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * Reads a document and checks what can be checked without compiling its schemas.
   *
   * @throws InvalidToolDocumentException if it cannot be used
   */
  public static ToolDocument read(byte[] json, JsonMapper mapper)
      throws InvalidToolDocumentException {
    if (json.length > MAX_BYTES) {
      throw new InvalidToolDocumentException(
          "the declaration has " + json.length + " bytes; at most " + MAX_BYTES + " are read");
    }
    JsonNode root;
    try {
      root = mapper.readTree(json);
    } catch (JacksonException e) {
      throw new InvalidToolDocumentException(
          "the declaration is no JSON: " + JsonSyntax.words(e), e);
    }
    if (root == null || !root.isObject()) {
      throw new InvalidToolDocumentException("the declaration is no JSON object");
    }
    String timeout = text(root, "timeout");
    return ToolDocumentRules.checked(
        new ToolDocument(
            text(root, "name"),
            text(root, "toolset"),
            text(root, "title"),
            text(root, "description"),
            text(root, "emoji"),
            flag(root, "override", false),
            annotations(root.path("annotations")),
            timeout.isEmpty() ? Optional.empty() : Optional.of(duration(timeout)),
            number(root, "maxResultChars"),
            texts(root, "requiresEnv"),
            schema(root, "inputSchema").toString(),
            root.has("outputSchema")
                ? Optional.of(schema(root, "outputSchema").toString())
                : Optional.empty(),
            new Behaviour(
                text(root, "probe"),
                text(root, "overlay"),
                number(root, "maxConcurrent"),
                flag(root, "agentLoop", false)),
            crossReferences(root.path("seeAlso"))));
  }

  private static List<CrossReference> crossReferences(JsonNode list)
      throws InvalidToolDocumentException {
    if (!list.isMissingNode() && !list.isArray()) {
      throw new InvalidToolDocumentException("seeAlso is no list");
    }
    List<CrossReference> all = new ArrayList<>();
    for (JsonNode one : list.values()) {
      if (!one.isObject()) {
        throw new InvalidToolDocumentException("seeAlso is no list of objects");
      }
      all.add(new CrossReference(texts(one, "tools"), text(one, "text")));
    }
    return all;
  }

  /**
   * Turns a declaration made at run time into a document, under the same checks.
   *
   * @throws InvalidToolDocumentException if the declaration breaks a rule
   */
  public static ToolDocument of(ToolDeclaration declaration, JsonMapper mapper)
      throws InvalidToolDocumentException {
    Optional<String> output = declaration.outputSchema();
    return ToolDocumentRules.checked(
        new ToolDocument(
            declaration.name(),
            declaration.toolset(),
            declaration.title(),
            declaration.description(),
            declaration.emoji(),
            false,
            declaration.annotations(),
            declaration.timeout(),
            declaration.maxResultChars(),
            declaration.requiresEnv(),
            compact(declaration.inputSchema(), "inputSchema", mapper),
            output.isPresent()
                ? Optional.of(compact(output.get(), "outputSchema", mapper))
                : output,
            new Behaviour("", "", declaration.maxConcurrent(), false),
            List.of()));
  }

  private static String compact(String schema, String key, JsonMapper mapper)
      throws InvalidToolDocumentException {
    try {
      JsonNode node = mapper.readTree(schema);
      if (node != null && node.isObject()) {
        return checkedSchema(node, key).toString();
      }
    } catch (JacksonException e) {
      throw new InvalidToolDocumentException(key + " is no JSON: " + JsonSyntax.words(e), e);
    }
    throw new InvalidToolDocumentException(key + " is no JSON object");
  }

  private static JsonNode schema(JsonNode root, String key) throws InvalidToolDocumentException {
    JsonNode schema = root.path(key);
    if (!schema.isObject()) {
      throw new InvalidToolDocumentException(key + " is missing or no JSON object");
    }
    return checkedSchema(schema, key);
  }

  private static JsonNode checkedSchema(JsonNode schema, String key)
      throws InvalidToolDocumentException {
    // A call's arguments are always an object (MCP, server/tools, "Tool": inputSchema).
    if (key.equals("inputSchema") && !"object".equals(schema.path("type").stringValue(""))) {
      throw new InvalidToolDocumentException(
          "inputSchema must say \"type\":\"object\" at its root");
    }
    return schema;
  }

  private static ToolAnnotations annotations(JsonNode node) throws InvalidToolDocumentException {
    ToolAnnotations unsaid = ToolAnnotations.DEFAULT;
    return new ToolAnnotations(
        flag(node, "readOnlyHint", unsaid.readOnly()),
        flag(node, "destructiveHint", unsaid.destructive()),
        flag(node, "idempotentHint", unsaid.idempotent()),
        flag(node, "openWorldHint", unsaid.openWorld()));
  }

  private static Duration duration(String text) throws InvalidToolDocumentException {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidToolDocumentException("timeout: " + e.getMessage(), e);
    }
  }

  private static String text(JsonNode root, String key) throws InvalidToolDocumentException {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return "";
    }
    if (!value.isString()) {
      throw new InvalidToolDocumentException(key + " is no text");
    }
    return value.stringValue();
  }

  private static boolean flag(JsonNode root, String key, boolean unsaid)
      throws InvalidToolDocumentException {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return unsaid;
    }
    if (!value.isBoolean()) {
      throw new InvalidToolDocumentException(key + " is neither true nor false");
    }
    return value.booleanValue();
  }

  private static int number(JsonNode root, String key) throws InvalidToolDocumentException {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return 0;
    }
    if (!value.isInt()) {
      throw new InvalidToolDocumentException(key + " is no whole number");
    }
    return value.intValue();
  }

  private static List<String> texts(JsonNode root, String key) throws InvalidToolDocumentException {
    JsonNode list = root.path(key);
    if (!list.isMissingNode() && !list.isArray()) {
      throw new InvalidToolDocumentException(key + " is no list of texts");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode value : list.values()) {
      if (!value.isString()) {
        throw new InvalidToolDocumentException(key + " is no list of texts");
      }
      texts.add(value.stringValue());
    }
    return texts;
  }
}
