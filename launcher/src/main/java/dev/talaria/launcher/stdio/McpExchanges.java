package dev.talaria.launcher.stdio;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * HTTP exchanges with the runtime's MCP endpoint. An answer is one JSON body or a stream of events;
 * either way each message is handed on as it comes. Thread-safe.
 */
final class McpExchanges {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final HttpClient http;
  private final URI url;
  private final String token;

  /** The state of a legacy session, as the runtime gave it. */
  record Session(String id, String protocolVersion) {}

  McpExchanges(URI url, String token, Executor executor) {
    this.url = url;
    this.token = token;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .executor(executor)
            .build();
  }

  /**
   * Sends a message.
   *
   * @param session of a legacy client, or null
   * @param onMessage takes each message of the answer
   * @return the exchange; its body is the text of an answer that was no event stream
   */
  CompletableFuture<HttpResponse<String>> post(
      ClientMessage message, Session session, Consumer<String> onMessage) {
    HttpRequest.Builder request =
        request()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message.json(), StandardCharsets.UTF_8));
    if (message.modernVersion().isPresent()) {
      request.header(
          "MCP-Protocol-Version", ClientMessage.headerValue(message.modernVersion().get()));
      request.header("Mcp-Method", ClientMessage.headerValue(message.method()));
      message.name().ifPresent(name -> request.header("Mcp-Name", ClientMessage.headerValue(name)));
    } else if (session != null) {
      ofSession(request, session);
    }
    return http.sendAsync(request.build(), messages(onMessage));
  }

  /** Opens the stream on which a legacy session hears of changes. */
  CompletableFuture<HttpResponse<String>> listen(Session session, Consumer<String> onMessage) {
    HttpRequest.Builder request = request().header("Accept", "text/event-stream").GET();
    ofSession(request, session);
    return http.sendAsync(request.build(), messages(onMessage));
  }

  /** Ends a legacy session. */
  CompletableFuture<HttpResponse<String>> end(Session session) {
    HttpRequest.Builder request = request().DELETE();
    ofSession(request, session);
    return http.sendAsync(request.build(), messages(ignored -> {}));
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(url).header("Authorization", "Bearer " + token);
  }

  private static void ofSession(HttpRequest.Builder request, Session session) {
    request.header("MCP-Session-Id", session.id());
    request.header("MCP-Protocol-Version", session.protocolVersion());
  }

  private static BodyHandler<String> messages(Consumer<String> onMessage) {
    return response -> {
      String type = response.headers().firstValue("Content-Type").orElse("");
      return type.startsWith("text/event-stream")
          ? BodySubscribers.fromLineSubscriber(
              new SseLines(onMessage), ignored -> "", StandardCharsets.UTF_8, null)
          : BodySubscribers.ofString(StandardCharsets.UTF_8);
    };
  }
}
