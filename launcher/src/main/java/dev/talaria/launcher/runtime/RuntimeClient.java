package dev.talaria.launcher.runtime;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The API of a running runtime, {@code /api/v1}. For one thread. */
public final class RuntimeClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  /** A call ends by the tool's own deadline; this one is for a runtime that does not answer. */
  private static final Duration CALL = Duration.ofHours(1);

  private final URI base;
  private final String token;
  private final HttpClient http;

  public RuntimeClient(URI url, String token) {
    requireLoopback(url);
    this.base = url;
    this.token = token;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();
  }

  /** The home's token is good on this machine only, so it is sent nowhere else. */
  private static void requireLoopback(URI url) {
    try {
      if (url.getHost() != null && InetAddress.getByName(url.getHost()).isLoopbackAddress()) {
        return;
      }
    } catch (UnknownHostException e) {
      throw new RefusedException("the runtime's address " + url + " is unknown", e);
    }
    throw new RefusedException("the runtime's address " + url + " is not on this machine");
  }

  /** Encodes a name for use in a path. */
  public static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public JsonNode get(String path) {
    return json(send(request(path, ANSWER).GET().build()));
  }

  /** As {@link #get}, but empty when there is nothing of that name. */
  public Optional<JsonNode> find(String path) {
    HttpResponse<String> answer = send(request(path, ANSWER).GET().build());
    return answer.statusCode() == 404 ? Optional.empty() : Optional.of(json(answer));
  }

  public JsonNode post(String path, JsonNode body) {
    return json(send(jsonPost(path, body, ANSWER)));
  }

  /** Calls a tool, which may take long; empty when there is no tool of that name. */
  public Optional<JsonNode> call(String path, JsonNode body) {
    HttpResponse<String> answer = send(jsonPost(path, body, CALL));
    return answer.statusCode() == 404 ? Optional.empty() : Optional.of(json(answer));
  }

  public JsonNode upload(String path, Path file) {
    try {
      return json(
          send(
              request(path, ANSWER)
                  .header("Content-Type", "application/octet-stream")
                  .POST(BodyPublishers.ofFile(file))
                  .build()));
    } catch (IOException e) {
      throw new RefusedException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  public JsonNode delete(String path) {
    return json(send(request(path, ANSWER).DELETE().build()));
  }

  /** Returns what the runtime says about its readiness, on one line. */
  public String readiness() {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve("/health/ready"))
            .timeout(CONNECT)
            .header("Authorization", "Bearer " + token)
            .build();
    return send(request).body().replaceAll("\\s+", " ");
  }

  private HttpRequest jsonPost(String path, JsonNode body, Duration timeout) {
    BodyPublisher content = BodyPublishers.ofString(body.toString(), StandardCharsets.UTF_8);
    return request(path, timeout).header("Content-Type", "application/json").POST(content).build();
  }

  private HttpRequest.Builder request(String path, Duration timeout) {
    return HttpRequest.newBuilder(base.resolve("/api/v1" + path))
        .timeout(timeout)
        .header("Authorization", "Bearer " + token)
        .header("Accept", "application/json");
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (HttpTimeoutException e) {
      throw new RefusedException(
          "the runtime at " + base + " does not answer; see `talaria logs`", e);
    } catch (IOException e) {
      throw new RefusedException(
          "the runtime at " + base + " cannot be reached (it may be stopping); see `talaria logs`",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted while the runtime was working", e);
    }
  }

  private JsonNode json(HttpResponse<String> answer) {
    JsonNode body;
    try {
      body = answer.body().isEmpty() ? Json.object() : Json.parse(answer.body());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "the runtime at " + base + " answered " + answer.statusCode() + " without JSON", e);
    }
    if (answer.statusCode() >= 400) {
      String error = body.path("error").asString("");
      throw new RefusedException(
          error.isEmpty()
              ? "the runtime at " + base + " answered " + answer.statusCode()
              : error.replaceAll("\\s+", " "));
    }
    return body;
  }
}
