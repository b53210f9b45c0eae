package dev.talaria.mcp.wire.tools;

import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import tools.jackson.core.JsonGenerator;

/** Writes the entries of {@code tools/list}. Thread-safe. */
public final class ToolWriter {
  private final Revision revision;

  /** Writes for this revision. */
  public ToolWriter(Revision revision) {
    this.revision = revision;
  }

  /** Writes a tool as an object. */
  public void write(JsonGenerator json, ToolInfo tool) {
    json.writeStartObject();
    JsonWriter.string(json, "name", tool.name());
    if (!tool.title().isEmpty()) {
      JsonWriter.string(json, "title", tool.title());
    }
    JsonWriter.string(json, "description", tool.description());
    JsonWriter.raw(json, "inputSchema", tool.inputSchema());
    tool.outputSchema()
        .filter(this::isWritable)
        .ifPresent(schema -> JsonWriter.raw(json, "outputSchema", schema));
    annotations(json, tool.annotations());
    json.writeEndObject();
  }

  /** Up to 2025-11-25 a client may refuse a whole list for one schema that is no object's. */
  private boolean isWritable(String outputSchema) {
    return revision.hasAnyStructuredType()
        || revision.hasStructuredResults() && SchemaRoot.isObject(outputSchema);
  }

  private static void annotations(JsonGenerator json, ToolAnnotations hints) {
    json.writeName("annotations");
    json.writeStartObject();
    json.writeBooleanProperty("readOnlyHint", hints.readOnly());
    json.writeBooleanProperty("destructiveHint", hints.destructive());
    json.writeBooleanProperty("idempotentHint", hints.idempotent());
    json.writeBooleanProperty("openWorldHint", hints.openWorld());
    json.writeEndObject();
  }
}
