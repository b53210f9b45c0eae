package dev.talaria.mcp.wire.tools;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import tools.jackson.core.JsonGenerator;

/** Writes the members of a {@code tools/call} result. Thread-safe. */
public final class CallResultWriter {
  private final Revision revision;
  private final ContentWriter content;

  /** Writes for this revision. */
  public CallResultWriter(Revision revision) {
    this.revision = revision;
    this.content = new ContentWriter(revision);
  }

  /** Writes {@code content}, {@code structuredContent} and {@code isError} into an open object. */
  public void writeMembers(JsonGenerator json, CallResult result) {
    json.writeName("content");
    json.writeStartArray();
    for (Content piece : result.content()) {
      content.write(json, piece);
    }
    json.writeEndArray();
    result
        .structuredJson()
        .filter(this::isWritable)
        .ifPresent(value -> JsonWriter.raw(json, "structuredContent", value));
    json.writeBooleanProperty("isError", result.isFailure());
  }

  /** Up to 2025-11-25 it must be an object; the content says the same in text. */
  private boolean isWritable(String structured) {
    return revision.hasAnyStructuredType()
        || revision.hasStructuredResults() && structured.stripLeading().startsWith("{");
  }
}
