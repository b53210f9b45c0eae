package dev.talaria.mcp.server.internal.tools;

import dev.talaria.api.CallResult;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.protocol.Revision;
import dev.talaria.mcp.wire.tools.CallResultWriter;
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** How a call's result is written for clients of some revisions. Thread-safe. */
public final class CallFormat {
  private final CallResultWriter writer;
  private final Consumer<JsonGenerator> head;

  /**
   * @param revision that the result is written for
   * @param head writes the members that stand before the content
   */
  public CallFormat(Revision revision, Consumer<JsonGenerator> head) {
    this.writer = new CallResultWriter(revision);
    this.head = Objects.requireNonNull(head, "head");
  }

  byte[] write(CallResult result) {
    return JsonWriter.write(
        json -> {
          json.writeStartObject();
          head.accept(json);
          writer.writeMembers(json, result);
          json.writeEndObject();
        });
  }
}
