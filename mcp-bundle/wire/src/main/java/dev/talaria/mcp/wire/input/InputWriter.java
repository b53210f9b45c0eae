package dev.talaria.mcp.wire.input;

import dev.talaria.api.ChatMessage;
import dev.talaria.api.InputRequest;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import dev.talaria.mcp.wire.tools.ContentWriter;
import tools.jackson.core.JsonGenerator;

/** Writes requests for input: requests of their own in the legacy era, parts of results since. */
public final class InputWriter {
  private static final String YES_OR_NO = "{\"type\":\"object\",\"properties\":{}}";

  private final Revision revision;
  private final ContentWriter content;

  /** Writes for this revision. */
  public InputWriter(Revision revision) {
    this.revision = revision;
    this.content = new ContentWriter(revision);
  }

  /** Returns the method that asks for this. */
  public static String method(InputRequest request) {
    if (request instanceof InputRequest.Sampling) {
      return Methods.SAMPLING_CREATE;
    }
    return request instanceof InputRequest.Roots ? Methods.ROOTS_LIST : Methods.ELICITATION_CREATE;
  }

  /**
   * Writes the parameters as an object.
   *
   * @param id distinguishes this request; told with a page to open, where the revision has that
   */
  public void writeParams(JsonGenerator json, InputRequest request, String id) {
    json.writeStartObject();
    if (request instanceof InputRequest.Form form) {
      JsonWriter.string(json, "message", form.message());
      JsonWriter.raw(
          json, "requestedSchema", form.schemaJson().isBlank() ? YES_OR_NO : form.schemaJson());
    } else if (request instanceof InputRequest.Visit visit) {
      json.writeStringProperty("mode", "url");
      JsonWriter.string(json, "message", visit.message());
      JsonWriter.string(json, "url", visit.url());
      if (revision == Revision.R2025_11_25) {
        JsonWriter.string(json, "elicitationId", id);
      }
    } else if (request instanceof InputRequest.Sampling sampling) {
      sampling(json, sampling);
    }
    json.writeEndObject();
  }

  private void sampling(JsonGenerator json, InputRequest.Sampling sampling) {
    json.writeName("messages");
    json.writeStartArray();
    for (ChatMessage message : sampling.messages()) {
      content.writeMessage(json, message);
    }
    json.writeEndArray();
    if (!sampling.systemPrompt().isEmpty()) {
      JsonWriter.string(json, "systemPrompt", sampling.systemPrompt());
    }
    json.writeNumberProperty("maxTokens", sampling.maxTokens());
  }
}
