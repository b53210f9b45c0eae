package dev.talaria.launcher.runtime;

import dev.talaria.launcher.home.Home;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a runtime wrote about itself when it was ready.
 *
 * @param pid its process
 * @param port it listens on
 * @param url its address
 * @param mcpUrl where MCP clients connect
 * @param version of it
 * @param background whether it was started for a bridge and gives way to {@code run}
 */
public record RuntimeRecord(
    long pid, int port, URI url, URI mcpUrl, String version, boolean background) {

  /** Reads a home's record; empty if there is none that makes sense. */
  public static Optional<RuntimeRecord> read(Home home) throws IOException {
    JsonNode node;
    try {
      node = Json.parse(Files.readString(home.runtimeRecord(), StandardCharsets.UTF_8));
      return Optional.of(
          new RuntimeRecord(
              node.path("pid").asLong(0),
              node.path("port").asInt(0),
              URI.create(node.path("url").asString("")),
              URI.create(node.path("mcpUrl").asString("")),
              node.path("version").asString(""),
              node.path("background").asBoolean(false)));
    } catch (NoSuchFileException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
