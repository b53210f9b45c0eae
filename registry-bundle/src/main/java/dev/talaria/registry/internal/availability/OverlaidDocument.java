package dev.talaria.registry.internal.availability;

import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.JsonSyntax;
import dev.talaria.pipeline.ToolDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Puts what an overlay says in place of parts of a declaration. */
final class OverlaidDocument {
  static final int MAX_TEXT = 16_384;
  private static final int MAX_KEYS = 100;
  private static final String TITLE = "title";
  private static final String DESCRIPTION = "description";
  private static final String INPUT_SCHEMA = "inputSchema";

  private OverlaidDocument() {}

  /**
   * A declaration with an overlay over it.
   *
   * @param ignored keys of the overlay that mean nothing
   */
  record Merged(ToolDocument document, List<String> ignored) {}

  /**
   * Merges. What the overlay gave may be of foreign classes; nothing of it is kept.
   *
   * @param mapper of the overlay's bundle
   * @throws UnusableOverlayException if the result could not be shown
   */
  static Merged merge(ToolDocument declared, Map<String, Object> overlay, JsonMapper mapper)
      throws UnusableOverlayException {
    if (overlay == null) {
      throw new UnusableOverlayException("returned null");
    }
    JsonNode read;
    try {
      read = mapper.valueToTree(overlay);
    } catch (JacksonException e) {
      throw new UnusableOverlayException(
          "gave something that is no JSON: one of its values is no data", e);
    } catch (StackOverflowError e) {
      // A map that contains itself.
      throw new UnusableOverlayException("gave something that is no JSON: it has no end", e);
    }
    if (!(read instanceof ObjectNode said) || said.size() > MAX_KEYS) {
      throw new UnusableOverlayException("gave no map of at most " + MAX_KEYS + " entries");
    }
    String title = declared.title();
    String description = declared.description();
    String schema = declared.inputSchema();
    List<String> ignored = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : said.properties()) {
      switch (each.getKey()) {
        case TITLE -> title = text(each.getValue(), TITLE);
        case DESCRIPTION -> description = text(each.getValue(), DESCRIPTION);
        case INPUT_SCHEMA -> schema = schema(declared, each.getValue(), mapper);
        default -> ignored.add(Texts.line(each.getKey()));
      }
    }
    if (description.isBlank()) {
      throw new UnusableOverlayException("gave a blank description");
    }
    return new Merged(shown(declared, title, description, schema), ignored);
  }

  private static String text(JsonNode value, String key) throws UnusableOverlayException {
    if (!value.isString() || value.stringValue().length() > MAX_TEXT) {
      throw new UnusableOverlayException(
          "gave a " + key + " that is no text of at most " + MAX_TEXT + " characters");
    }
    return value.stringValue();
  }

  private static String schema(ToolDocument declared, JsonNode members, JsonMapper mapper)
      throws UnusableOverlayException {
    if (!(members instanceof ObjectNode changes)) {
      throw new UnusableOverlayException("gave an inputSchema that is no map");
    }
    String merged;
    Optional<String> contradiction;
    try {
      ObjectNode root = (ObjectNode) mapper.readTree(declared.inputSchema());
      root.setAll(changes);
      if (!"object".equals(root.path("type").stringValue(""))) {
        throw new UnusableOverlayException("changes the inputSchema to one that is of no object");
      }
      merged = mapper.writeValueAsString(root);
      // What the overlay gave may hold numbers and texts in other forms than what is shown.
      contradiction = Contradictions.of(mapper.readTree(merged));
    } catch (JacksonException e) {
      throw new UnusableOverlayException(
          "gave an inputSchema that is no JSON: " + JsonSyntax.words(e), e);
    }
    if (merged.length() > ToolDocument.MAX_BYTES) {
      throw new UnusableOverlayException(
          "makes the inputSchema longer than " + ToolDocument.MAX_BYTES + " characters");
    }
    try {
      ArgumentSchema.compile(merged, mapper);
    } catch (InvalidSchemaException e) {
      throw new UnusableOverlayException(
          "makes the inputSchema one that cannot be used: " + Texts.line(e.getMessage()), e);
    }
    if (contradiction.isPresent()) {
      throw new UnusableOverlayException(
          "makes the inputSchema one that no call can fit: " + contradiction.get());
    }
    return merged;
  }

  private static ToolDocument shown(
      ToolDocument declared, String title, String description, String schema) {
    return new ToolDocument(
        declared.name(),
        declared.toolset(),
        title,
        description,
        declared.emoji(),
        declared.override(),
        declared.annotations(),
        declared.timeout(),
        declared.maxResultChars(),
        declared.requiresEnv(),
        schema,
        declared.outputSchema(),
        declared.behaviour(),
        declared.seeAlso());
  }
}
