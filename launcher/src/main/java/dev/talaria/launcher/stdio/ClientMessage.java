package dev.talaria.launcher.stdio;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A line from the client, understood as far as the bridge has to: the rest is for the runtime.
 *
 * @param json the line as it came
 * @param id the request's id as JSON text; empty for a notification or a response
 * @param notification whether it is one, so that there is no answer to it
 * @param method empty for a response
 * @param modernVersion the protocol version that a modern message carries in its {@code _meta}
 * @param name what the message is about, for the {@code Mcp-Name} header
 * @param cancels the id, as JSON text, of the request that this notification cancels
 */
record ClientMessage(
    String json,
    Optional<String> id,
    boolean notification,
    String method,
    Optional<String> modernVersion,
    Optional<String> name,
    Optional<String> cancels) {
  private static final int MAX_STRING_CHARS = 64 * 1024 * 1024;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(MAX_STRING_CHARS).build())
                  .build())
          .build();
  private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  static ClientMessage parse(String line) {
    JsonNode root;
    try {
      root = MAPPER.readTree(line);
    } catch (JacksonException | StackOverflowError e) {
      throw new IllegalArgumentException("no JSON", e);
    }
    String method = root.path("method").stringValue("");
    JsonNode params = root.path("params");
    JsonNode id = root.path("id");
    boolean request = !method.isEmpty() && (id.isString() || id.isNumber());
    return new ClientMessage(
        line,
        request ? Optional.of(id.toString()) : Optional.empty(),
        !method.isEmpty() && id.isMissingNode(),
        method,
        params.path("_meta").path(VERSION_KEY).stringValueOpt(),
        switch (method) {
          case "tools/call", "prompts/get" -> params.path("name").stringValueOpt();
          case "resources/read" -> params.path("uri").stringValueOpt();
          default -> Optional.empty();
        },
        method.equals("notifications/cancelled") && params.has("requestId")
            ? Optional.of(params.get("requestId").toString())
            : Optional.empty());
  }

  boolean isInitialize() {
    return method.equals("initialize") && id.isPresent();
  }

  boolean isInitialized() {
    return method.equals("notifications/initialized");
  }

  /** Whether this is a request of a legacy client that only a session can answer. */
  boolean needsSession() {
    return id.isPresent()
        && modernVersion.isEmpty()
        && !isInitialize()
        && !method.equals("ping")
        && !method.equals("server/discover");
  }

  /** Whether this request stays open for as long as the client listens. */
  boolean isListening() {
    return method.equals("subscriptions/listen");
  }

  /**
   * Returns a text as a header value: plain where it can be, else in the encoded form of the
   * protocol (Streamable HTTP, "Header value encoding").
   */
  static String headerValue(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
            && text.equals(text.strip())
            && !text.startsWith("=?");
    return plain
        ? text
        : "=?base64?"
            + java.util.Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
            + "?=";
  }
}
