package dev.talaria.mcp.server.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to the endpoint as a client would, one header at a time. */
public final class McpClient {
  public static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final String token;

  public McpClient(URI uri, String token) {
    this.uri = uri;
    this.token = token;
  }

  public HttpRequest.Builder request(String... headers) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(uri).timeout(TIMEOUT).header("Authorization", "Bearer " + token);
    for (int i = 0; i < headers.length; i += 2) {
      builder.header(headers[i], headers[i + 1]);
    }
    return builder;
  }

  public HttpRequest.Builder post(String body, String... headers) {
    return request(headers)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(BodyPublishers.ofString(body));
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> sendPost(String body, String... headers)
      throws IOException, InterruptedException {
    return send(post(body, headers));
  }

  public EventReader stream(HttpRequest.Builder request) throws IOException, InterruptedException {
    return new EventReader(http.send(request.build(), BodyHandlers.ofInputStream()));
  }

  /** A modern request with all headers and metadata in order. */
  public HttpRequest.Builder modern(String id, String method, String params) {
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"test\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\"p\"}";
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":{"
            + params
            + (params.isEmpty() ? "" : ",")
            + meta
            + "}}";
    List<String> headers = new ArrayList<>();
    headers.addAll(List.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
    if (method.equals("tools/call")) {
      headers.add("Mcp-Name");
      headers.add(MAPPER.readTree(body).get("params").get("name").asString());
    }
    return post(body, headers.toArray(String[]::new));
  }

  /** Opens a legacy session and returns its id. */
  public String open(String revision) throws IOException, InterruptedException {
    HttpResponse<String> response =
        sendPost(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    String session = response.headers().firstValue("MCP-Session-Id").orElseThrow();
    HttpResponse<String> initialized =
        sendPost(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "MCP-Session-Id",
            session);
    if (initialized.statusCode() != 202) {
      throw new IllegalStateException(initialized.statusCode() + " " + initialized.body());
    }
    return session;
  }

  public static JsonNode json(HttpResponse<String> response) {
    return MAPPER.readTree(response.body());
  }
}
