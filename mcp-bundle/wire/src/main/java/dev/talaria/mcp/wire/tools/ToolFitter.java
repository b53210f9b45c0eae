package dev.talaria.mcp.wire.tools;

import dev.talaria.mcp.wire.json.JsonMember;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.Optional;

/**
 * Fits definitions of tools, written for the newest revision, to an older one. Thread-safe.
 *
 * <p>The definitions come from the registry as bytes; nearly all of them are handed on as they are.
 */
public final class ToolFitter {
  private static final String OUTPUT_SCHEMA = "outputSchema";

  private final Revision revision;

  /** Fits to this revision. */
  public ToolFitter(Revision revision) {
    this.revision = revision;
  }

  /**
   * Returns the definition as the revision has it; the same bytes if nothing is to be changed.
   *
   * @param outputSchema that the definition states
   */
  public byte[] fitted(byte[] definition, Optional<String> outputSchema) {
    return outputSchema.isEmpty() || isWritable(outputSchema.get())
        ? definition
        : JsonMember.without(definition, OUTPUT_SCHEMA);
  }

  /** Up to 2025-11-25 a client may refuse a whole list for one schema that is no object's. */
  private boolean isWritable(String outputSchema) {
    return revision.hasAnyStructuredType()
        || revision.hasStructuredResults() && SchemaRoot.isObject(outputSchema);
  }
}
