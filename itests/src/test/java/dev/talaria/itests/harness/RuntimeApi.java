package dev.talaria.itests.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The REST API of a running runtime, with the home's token. */
public final class RuntimeApi {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final String url;
  private final String token;

  private RuntimeApi(String url, String token) {
    this.url = url;
    this.token = token;
  }

  static RuntimeApi of(Home home) {
    try {
      JsonNode record = Json.parse(Files.readString(home.runtimeRecord()));
      return new RuntimeApi(record.path("url").asString(), home.token());
    } catch (IOException e) {
      throw new AssertionError("no runtime has its record in " + home.runtimeRecord(), e);
    }
  }

  public String url() {
    return url;
  }

  public String token() {
    return token;
  }

  public JsonNode get(String path) {
    return send(request(path).GET());
  }

  public JsonNode post(String path, JsonNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  /** Calls a tool through the pipeline; the answer says whether it failed. */
  public JsonNode call(String tool, JsonNode arguments) {
    return post("/tools/" + tool + "/call", Json.object("arguments", arguments));
  }

  /** Returns the names of the tools that stand, ordered. */
  public List<String> toolNames() {
    return Json.texts(get("/tools").path("tools"), "name");
  }

  /** Returns the row of the tool that stands for a name. */
  public Optional<JsonNode> standing(String tool) {
    for (JsonNode row : get("/tools").path("tools")) {
      if (row.path("name").asString().equals(tool)) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  /** Returns the row of a file in the deploy folder. */
  public Optional<JsonNode> file(String name) {
    for (JsonNode row : get("/bundles").path("files")) {
      if (row.path("file").asString().equals(name)) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
        .timeout(DEADLINE)
        .header("Authorization", "Bearer " + token);
  }

  private static JsonNode send(HttpRequest.Builder request) {
    HttpResponse<String> response = exchange(request.build());
    if (response.statusCode() >= 300) {
      throw new AssertionError(
          response.request().uri() + " answers " + response.statusCode() + " " + response.body());
    }
    return response.body().isEmpty() ? Json.object() : Json.parse(response.body());
  }

  static HttpResponse<String> exchange(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(request.uri() + " does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
