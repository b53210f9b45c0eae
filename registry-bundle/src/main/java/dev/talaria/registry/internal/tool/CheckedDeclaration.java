package dev.talaria.registry.internal.tool;

import dev.talaria.api.ToolDeclaration;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.InvalidToolDocumentException;
import dev.talaria.pipeline.OutputSchema;
import dev.talaria.pipeline.ToolDocument;
import tools.jackson.databind.json.JsonMapper;

/** Holds declarations made at run time against the rules for declarations. */
public final class CheckedDeclaration {
  private CheckedDeclaration() {}

  /**
   * Returns a declaration as a document.
   *
   * @throws IllegalArgumentException if it breaks a rule or one of its schemas is none
   */
  public static ToolDocument document(ToolDeclaration declaration, JsonMapper mapper) {
    try {
      ToolDocument document = ToolDocument.of(declaration, mapper);
      check(document, mapper);
      return document;
    } catch (InvalidToolDocumentException | InvalidSchemaException e) {
      throw new IllegalArgumentException(
          "The declaration of " + declaration.name() + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static void check(ToolDocument document, JsonMapper mapper)
      throws InvalidSchemaException {
    ArgumentSchema.compile(document.inputSchema(), mapper);
    if (document.outputSchema().isPresent()) {
      OutputSchema.compile(document.outputSchema().get(), mapper);
    }
  }
}
