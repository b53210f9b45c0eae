package dev.talaria.itests.harness;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Plain HTTP requests to the MCP endpoint, for what no proper client would send. */
public final class RawMcp {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final String PROTOCOL = "2025-11-25";

  private final String url;
  private final String token;
  private final Optional<String> session;

  private RawMcp(String url, String token, Optional<String> session) {
    this.url = url;
    this.token = token;
    this.session = session;
  }

  /** Opens a legacy session. */
  public static RawMcp connect(String mcpUrl, String token) {
    RawMcp anonymous = new RawMcp(mcpUrl, token, Optional.empty());
    HttpResponse<String> answer =
        anonymous.post(
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",
            "capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}"""
                .formatted(PROTOCOL));
    if (answer.statusCode() != 200) {
      throw new AssertionError("initialize: " + answer.statusCode() + " " + answer.body());
    }
    RawMcp connected = new RawMcp(mcpUrl, token, answer.headers().firstValue("MCP-Session-Id"));
    connected.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return connected;
  }

  /** Sends a body as it is. */
  public HttpResponse<String> post(String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Authorization", "Bearer " + token));
    session.ifPresent(
        id -> all.addAll(List.of("MCP-Session-Id", id, "MCP-Protocol-Version", PROTOCOL)));
    return send(url, body, all.toArray(String[]::new));
  }

  /** Calls a tool and returns the JSON-RPC message that answers. */
  public JsonNode call(String tool, JsonNode arguments) {
    JsonNode request =
        Json.object(
            "jsonrpc",
            "2.0",
            "id",
            1,
            "method",
            "tools/call",
            "params",
            Json.object("name", tool, "arguments", arguments));
    return message(post(request.toString()));
  }

  /** Returns the message of an answer that is JSON or a stream with one event. */
  public static JsonNode message(HttpResponse<String> response) {
    String body = response.body();
    if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
      StringBuilder data = new StringBuilder();
      body.lines()
          .filter(line -> line.startsWith("data:"))
          .forEach(line -> data.append(line.substring(5)));
      body = data.toString();
    }
    return Json.parse(body);
  }

  /** Sends a body with these headers only. */
  public static HttpResponse<String> send(String url, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(DEADLINE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return RuntimeApi.exchange(request.build());
  }
}
