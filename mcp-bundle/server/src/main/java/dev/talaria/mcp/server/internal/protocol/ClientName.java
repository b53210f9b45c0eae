package dev.talaria.mcp.server.internal.protocol;

import dev.talaria.mcp.wire.json.JsonObject;
import java.util.Optional;

/** What a client calls itself, made fit for logs and tables. */
public final class ClientName {
  private static final int MAX_LENGTH = 80;

  private ClientName() {}

  /** Returns name and version of a client's {@code clientInfo}; empty if it says nothing. */
  public static String of(Optional<JsonObject> clientInfo) {
    String name = clientInfo.flatMap(info -> info.string("name")).orElse("");
    String version = clientInfo.flatMap(info -> info.string("version")).orElse("");
    String text = (name + " " + version).strip().replaceAll("\\p{C}+", " ");
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }
}
