package dev.talaria.mcp.wire.tools;

import dev.talaria.api.ChatMessage;
import dev.talaria.api.Content;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import tools.jackson.core.JsonGenerator;

/** Writes pieces of content as a revision has them; what it lacks becomes text. Thread-safe. */
public final class ContentWriter {
  private final Revision revision;

  /** Writes for this revision. */
  public ContentWriter(Revision revision) {
    this.revision = revision;
  }

  /** Writes a message of a conversation. */
  public void writeMessage(JsonGenerator json, ChatMessage message) {
    json.writeStartObject();
    json.writeStringProperty(
        "role", message.role() == ChatMessage.Role.USER ? "user" : "assistant");
    json.writeName("content");
    write(json, message.content());
    json.writeEndObject();
  }

  /** Writes a piece as an object. */
  public void write(JsonGenerator json, Content piece) {
    json.writeStartObject();
    if (piece instanceof Content.Text text) {
      text(json, text.text());
    } else if (piece instanceof Content.Image image) {
      json.writeStringProperty("type", "image");
      data(json, "data", image.data());
      JsonWriter.string(json, "mimeType", image.mimeType());
    } else if (piece instanceof Content.Audio audio) {
      audio(json, audio);
    } else if (piece instanceof Content.Link link) {
      link(json, link);
    } else if (piece instanceof Content.EmbeddedText embedded) {
      resource(json, embedded.uri(), embedded.mimeType());
      JsonWriter.string(json, "text", embedded.text());
      json.writeEndObject();
    } else if (piece instanceof Content.EmbeddedBytes embedded) {
      resource(json, embedded.uri(), embedded.mimeType());
      data(json, "blob", embedded.data());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String text) {
    json.writeStringProperty("type", "text");
    JsonWriter.string(json, "text", text);
  }

  private void audio(JsonGenerator json, Content.Audio audio) {
    if (!revision.hasAudio()) {
      text(json, "[" + audio.data().length + " bytes of " + audio.mimeType() + "]");
      return;
    }
    json.writeStringProperty("type", "audio");
    data(json, "data", audio.data());
    JsonWriter.string(json, "mimeType", audio.mimeType());
  }

  private void link(JsonGenerator json, Content.Link link) {
    if (!revision.hasStructuredResults()) {
      text(json, link.name() + ": " + link.uri());
      return;
    }
    json.writeStringProperty("type", "resource_link");
    JsonWriter.string(json, "uri", link.uri());
    JsonWriter.string(json, "name", link.name());
    optional(json, "description", link.description());
    optional(json, "mimeType", link.mimeType());
  }

  private static void resource(JsonGenerator json, String uri, String mimeType) {
    json.writeStringProperty("type", "resource");
    json.writeName("resource");
    json.writeStartObject();
    JsonWriter.string(json, "uri", uri);
    optional(json, "mimeType", mimeType);
  }

  private static void optional(JsonGenerator json, String name, String value) {
    if (!value.isEmpty()) {
      JsonWriter.string(json, name, value);
    }
  }

  private static void data(JsonGenerator json, String name, byte[] bytes) {
    json.writeName(name);
    json.writeBinary(bytes);
  }
}
