package dev.talaria.mcp.server.internal.protocol;

import tools.jackson.core.JsonGenerator;

/** What the server can do, the same in both eras. */
public final class Capabilities {
  private Capabilities() {}

  /** Writes them as a member. */
  public static void write(JsonGenerator json) {
    json.writeName("capabilities");
    json.writeStartObject();
    json.writeName("logging");
    json.writeStartObject();
    json.writeEndObject();
    json.writeName("tools");
    json.writeStartObject();
    json.writeBooleanProperty("listChanged", true);
    json.writeEndObject();
    json.writeEndObject();
  }
}
