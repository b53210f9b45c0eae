package dev.talaria.mcp.server.internal.tools;

import dev.talaria.mcp.wire.protocol.Revision;
import java.util.Objects;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * How a list is written for clients of some revisions. Compared by identity: make one and keep it.
 */
public final class ListFormat {
  private final Revision revision;
  private final Consumer<JsonGenerator> head;

  /**
   * @param revision that the tools are written for
   * @param head writes the members of the result that stand before the tools
   */
  public ListFormat(Revision revision, Consumer<JsonGenerator> head) {
    this.revision = Objects.requireNonNull(revision, "revision");
    this.head = Objects.requireNonNull(head, "head");
  }

  Revision revision() {
    return revision;
  }

  void writeHead(JsonGenerator json) {
    head.accept(json);
  }
}
