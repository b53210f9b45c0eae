package dev.talaria.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AccessControl.Request;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Who gets in, over real connections; and credentials for bridges. */
class AccessIT {
  @TempDir static Path folder;
  private static OpsRuntime runtime;

  @BeforeAll
  static void start() throws Exception {
    runtime = OpsRuntime.start(folder, Map.of(RuntimeProperties.NO_AUTH, "true"));
  }

  @AfterAll
  static void stop() {
    runtime.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          /api/v1/status | Bearer TOKEN               | 127.0.0.1:PORT | -                     | 200
          /api/v1/status | Bearer TOKEN               | localhost:PORT | http://localhost:PORT | 200
          /api/v1/status | -                          | 127.0.0.1:PORT | -                     | 401
          /api/v1/status | Bearer TOKENx              | 127.0.0.1:PORT | -                     | 401
          /api/v1/status | Basic TOKEN                | 127.0.0.1:PORT | -                     | 401
          /api/v1/status | Bearer TOKEN               | evil.example   | -                     | 403
          /api/v1/status | Bearer TOKEN               | 127.0.0.1      | -                     | 403
          /api/v1/status | Bearer TOKEN               | 127.0.0.1:PORT | http://evil.example   | 403
          /api/v1/status | Bearer TOKEN               | 127.0.0.1:PORT | null                  | 403
          /api/v1/none   | -                          | 127.0.0.1:PORT | -                     | 401
          /health/live   | -                          | 127.0.0.1:PORT | -                     | 200
          /health/live   | -                          | evil.example   | -                     | 403
          /health/ready  | -                          | 127.0.0.1:PORT | http://evil.example   | 403
          """)
  void requestsAreLetInOrNot(
      String path, String authorization, String host, String origin, int status) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("GET " + path + " HTTP/1.1");
    lines.add("Connection: close");
    lines.add("Host: " + filled(host));
    if (authorization != null) {
      lines.add("Authorization: " + filled(authorization));
    }
    if (origin != null) {
      lines.add("Origin: " + filled(origin));
    }
    String answer = new RawHttp(runtime.port()).send(lines.toArray(String[]::new));
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(answer.contains("WWW-Authenticate: Bearer")).isEqualTo(status == 401);
    assertThat(answer).doesNotContain(OpsRuntime.TOKEN);
  }

  @Test
  void headersThatComeTwiceCountAsNeither() throws Exception {
    String answer =
        new RawHttp(runtime.port())
            .send(
                "GET /api/v1/status HTTP/1.1",
                "Connection: close",
                "Host: 127.0.0.1:" + runtime.port(),
                "Authorization: Bearer " + OpsRuntime.TOKEN,
                "Authorization: Bearer " + OpsRuntime.TOKEN);
    assertThat(answer).startsWith("HTTP/1.1 401 ");
    String origins =
        new RawHttp(runtime.port())
            .send(
                "GET /health/live HTTP/1.1",
                "Connection: close",
                "Host: 127.0.0.1:" + runtime.port(),
                "Origin: http://127.0.0.1:" + runtime.port(),
                "Origin: http://evil.example");
    assertThat(origins).startsWith("HTTP/1.1 403 ");
  }

  @Test
  void aRequestForAnotherServerIsRefusedWhateverItsHostSays() throws Exception {
    String answer =
        new RawHttp(runtime.port())
            .send(
                "GET http://evil.example/api/v1/status HTTP/1.1",
                "Connection: close",
                "Host: evil.example",
                "Authorization: Bearer " + OpsRuntime.TOKEN);
    assertThat(answer).startsWith("HTTP/1.1 403 ");
    String without =
        new RawHttp(runtime.port())
            .send("GET /api/v1/status HTTP/1.0", "Authorization: Bearer " + OpsRuntime.TOKEN);
    assertThat(without).startsWith("HTTP/1.1 403 ");
  }

  private static String filled(String template) {
    return template
        .replace("PORT", Integer.toString(runtime.port()))
        .replace("TOKEN", OpsRuntime.TOKEN);
  }

  @Test
  void noAuthIsForTheMcpEndpointOnly() {
    String host = "127.0.0.1:" + runtime.port();
    assertThat(runtime.accessControl().decide(new Request(Area.MCP, null, host, null, "127.0.0.1")))
        .isEqualTo(new Decision.Granted(new Principal("anonymous", false, Set.of(), List.of())));
    assertThat(runtime.accessControl().decide(new Request(Area.API, null, host, null, "127.0.0.1")))
        .isInstanceOf(Decision.Denied.class);
  }

  @Test
  void aBridgeGetsACredentialForItsWorkspace() throws Exception {
    Path workspace = Files.createDirectories(folder.resolve("w")).toRealPath();
    JsonNode client =
        runtime.json(
            runtime.post(
                "/api/v1/clients",
                runtime.json.writeValueAsString(
                    Map.of(
                        "workspace",
                        List.of(workspace.toString()),
                        "toolsets",
                        List.of("files"),
                        "name",
                        "claude",
                        "toolSearch",
                        "auto"))),
            201);
    String id = client.get("id").stringValue();
    String token = client.get("token").stringValue();
    assertThat(client.get("mcpUrl").stringValue())
        .isEqualTo("http://127.0.0.1:" + runtime.port() + "/mcp");
    assertThat(mcp(token))
        .isEqualTo(
            new Decision.Granted(
                new Principal(
                    "client:" + id,
                    false,
                    Set.of("files"),
                    List.of(workspace),
                    ToolSearchMode.AUTO)));
    HttpResponse<String> asClient =
        runtime.send(
            HttpRequest.newBuilder(runtime.request("/api/v1/status").build().uri())
                .header("Authorization", "Bearer " + token)
                .build());
    assertThat(asClient.statusCode()).isEqualTo(403);

    assertThat(runtime.post("/api/v1/clients/" + id + "/heartbeat", "").statusCode())
        .isEqualTo(204);
    assertThat(runtime.delete("/api/v1/clients/" + id).statusCode()).isEqualTo(204);
    assertThat(mcp(token)).isInstanceOf(Decision.Denied.class);
    assertThat(runtime.post("/api/v1/clients/" + id + "/heartbeat", "").statusCode())
        .isEqualTo(404);
    await()
        .atMost(OpsRuntime.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(String.join("\n", runtime.audit().tail(1000)))
                    .contains("client.issued", "client.released")
                    .doesNotContain(token));
  }

  private static Decision mcp(String token) {
    return runtime
        .accessControl()
        .decide(
            new Request(
                Area.MCP, "Bearer " + token, "127.0.0.1:" + runtime.port(), null, "127.0.0.1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"workspace":["relative"]}     | no absolute path
          {"workspace":["/no/such/dir"]} | no folder that can be read
          {"workspace":["/"]}            | contains the home folder
          {"workspace":["HOME/data"]}    | lies in the home folder
          {"workspace":"x"}              | list of strings
          {"toolsets":["A b"]}           | no name of a toolset
          {"name":"a\\u0007b"}           | control characters
          {"home":true}                  | unknown field
          {"toolSearch":"maybe"}         | off, auto or on
          """)
  void whatABridgeMayNotHaveIsRefusedWithTheReason(String body, String reason) throws Exception {
    HttpResponse<String> response =
        runtime.post("/api/v1/clients", body.replace("HOME", runtime.home.toString()));
    assertThat(runtime.json(response, 400).get("error").stringValue()).contains(reason);
  }

  @Test
  void thereIsALimitOfClients() throws Exception {
    List<String> ids = new ArrayList<>();
    HttpResponse<String> response = runtime.post("/api/v1/clients", "{}");
    while (response.statusCode() == 201 && ids.size() < 100) {
      ids.add(runtime.json(response, 201).get("id").stringValue());
      response = runtime.post("/api/v1/clients", "{}");
    }
    assertThat(ids).hasSize(64);
    assertThat(runtime.json(response, 409).get("error").stringValue()).contains("64 clients");
    for (String id : ids) {
      runtime.delete("/api/v1/clients/" + id);
    }
    assertThat(runtime.post("/api/v1/clients", "{}").statusCode()).isEqualTo(201);
  }
}
