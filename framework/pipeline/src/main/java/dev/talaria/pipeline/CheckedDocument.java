package dev.talaria.pipeline;

import tools.jackson.databind.json.JsonMapper;

/**
 * A declaration document that says the same as the capability in its bundle's manifest. What the
 * registry takes, the deploy agent lets in and {@code talaria inspect} accepts is decided here.
 *
 * @param document the declaration
 */
public record CheckedDocument(ToolDocument document) {
  /**
   * Reads a document and compares it with the capability.
   *
   * @param name that the capability gives
   * @param toolset that the capability gives
   * @param override what the capability says
   * @throws InvalidToolDocumentException if it cannot be used or says something else
   */
  public static CheckedDocument read(
      String name, String toolset, boolean override, byte[] json, JsonMapper mapper)
      throws InvalidToolDocumentException {
    ToolDocument document = ToolDocument.read(json, mapper);
    if (!document.name().equals(name)
        || !document.toolset().equals(toolset)
        || document.override() != override) {
      throw new InvalidToolDocumentException(
          "the manifest says something else of name, toolset or override: build the bundle anew");
    }
    return new CheckedDocument(document);
  }

  /**
   * Compiles the schemas, which is dear, to see whether they can be used.
   *
   * @throws InvalidToolDocumentException if one cannot
   */
  public void compile(JsonMapper mapper) throws InvalidToolDocumentException {
    try {
      ArgumentSchema.compile(document.inputSchema(), mapper);
    } catch (InvalidSchemaException e) {
      throw new InvalidToolDocumentException("inputSchema: " + e.getMessage(), e);
    }
    try {
      if (document.outputSchema().isPresent()) {
        OutputSchema.compile(document.outputSchema().get(), mapper);
      }
    } catch (InvalidSchemaException e) {
      throw new InvalidToolDocumentException("outputSchema: " + e.getMessage(), e);
    }
  }
}
