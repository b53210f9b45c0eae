package dev.talaria.mcp.server.internal.protocol;

import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.MetaKeys;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/** What the server says of itself. Immutable. */
public record ServerIdentity(String version) {
  /** For the model; says what a list of tools alone does not. */
  public static final String INSTRUCTIONS =
      "Talaria runs tools that its operator adds, replaces and removes while you are connected."
          + " List the tools again after a tools/list_changed notification.";

  public ServerIdentity {
    Objects.requireNonNull(version, "version");
  }

  /** Writes it as a member. */
  public void write(JsonGenerator json, String name) {
    json.writeName(name);
    json.writeStartObject();
    json.writeStringProperty("name", "talaria");
    json.writeStringProperty("title", "Talaria");
    JsonWriter.string(json, "version", version);
    json.writeEndObject();
  }

  /** Writes the head of a modern result into an open object. */
  public void writeModernHead(JsonGenerator json) {
    json.writeStringProperty("resultType", "complete");
    json.writeName(MetaKeys.META);
    json.writeStartObject();
    write(json, MetaKeys.SERVER_INFO);
    json.writeEndObject();
  }
}
