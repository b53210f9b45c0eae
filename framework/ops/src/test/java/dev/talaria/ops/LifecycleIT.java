package dev.talaria.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RuntimeProperties;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.FrameworkEvent;
import tools.jackson.databind.JsonNode;

/** How the runtime begins, is well or not, and ends. */
class LifecycleIT {
  @TempDir Path folder;

  @Test
  void theRuntimeIsAnnouncedWhenAllPartsAreReadyAndNoLonger() throws Exception {
    Path file = folder.resolve("home/data/runtime.json");
    OpsRuntime runtime = OpsRuntime.begin(folder, Map.of(RuntimeProperties.BACKGROUND, "true"));
    try (runtime) {
      HttpRequest ready =
          HttpRequest.newBuilder(runtime.request("/health/ready").build().uri()).build();
      assertThat(served(runtime, ready).statusCode()).isEqualTo(503);
      assertThat(runtime.send(ready).body()).isEqualTo("{\"status\":\"not ready\"}");
      JsonNode reasons = runtime.json(runtime.get("/health/ready"), 503);
      assertThat(reasons.get("problems")).hasSize(4);
      assertThat(runtime.get("/health/live").body())
          .isEqualTo("{\"status\":\"ok\",\"problems\":[]}");

      JsonNode status = runtime.json(runtime.get("/api/v1/status"), 200);
      assertThat(status.get("problems")).hasSize(4);
      assertThat(status.get("generation").longValue()).isZero();
      assertThat(runtime.get("/api/v1/tools").statusCode()).isEqualTo(503);

      runtime.provideAll();
      runtime.withdraw("mcp");
      runtime.provide(
          "mcp", ReadinessCheck.class, OpsRuntime.check("mcp", Optional.of("Not yet.")));
      assertThat(runtime.get("/health/ready").body()).contains("\"mcp: Not yet.\"");
      assertThat(file).doesNotExist();

      runtime.withdraw("mcp");
      runtime.provide("mcp", ReadinessCheck.class, OpsRuntime.check("mcp", Optional.empty()));
      runtime.awaitReady();
      assertThat(runtime.send(ready).body()).isEqualTo("{\"status\":\"ok\"}");
      JsonNode announced = runtime.json.readTree(Files.readString(file));
      assertThat(announced.propertyNames())
          .containsExactly(
              "pid", "host", "port", "url", "mcpUrl", "version", "started", "background");
      assertThat(announced.get("port").intValue()).isEqualTo(runtime.port());
      assertThat(announced.get("host").stringValue()).isEqualTo("127.0.0.1");
      assertThat(announced.get("mcpUrl").stringValue())
          .isEqualTo("http://127.0.0.1:" + runtime.port() + "/mcp");
      assertThat(announced.get("background").booleanValue()).isTrue();
      assertThat(announced.get("pid").longValue()).isEqualTo(ProcessHandle.current().pid());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(file).doesNotExist();
  }

  // The server answers 404 until a servlet that is registered is served.
  private static HttpResponse<String> served(OpsRuntime runtime, HttpRequest request) {
    return await()
        .atMost(OpsRuntime.PATIENCE)
        .until(() -> runtime.send(request), response -> response.statusCode() != 404);
  }

  @Test
  void stopIsAnsweredAndThenHappens() throws Exception {
    OpsRuntime runtime = OpsRuntime.start(folder, Map.of());
    HttpResponse<String> response = runtime.post("/api/v1/stop", "");
    assertThat(runtime.json(response, 202).get("stopping").booleanValue()).isTrue();
    assertThat(runtime.framework().waitForStop(20_000).getType()).isEqualTo(FrameworkEvent.STOPPED);
    assertThat(Files.readString(folder.resolve("home/logs/audit.jsonl")))
        .contains("operator.stop", "\"principal\":\"home\"");
    assertThat(folder.resolve("home/data/runtime.json")).doesNotExist();
  }

  @Test
  void aCallWhoseClientHasGoneIsCancelled() throws Exception {
    try (OpsRuntime runtime = OpsRuntime.start(folder, Map.of())) {
      runtime.registry.answers = call -> Optional.empty();
      Socket client =
          new RawHttp(runtime.port())
              .open(
                  "POST /api/v1/tools/read_file/call HTTP/1.1",
                  "Host: 127.0.0.1:" + runtime.port(),
                  "Authorization: Bearer " + OpsRuntime.TOKEN,
                  "Content-Type: application/json",
                  "Content-Length: 2",
                  "",
                  "{}");
      FakeRegistry.PendingAnswer call = runtime.registry.calls.poll(20, TimeUnit.SECONDS);
      client.close();
      assertThat(call.cancelled().get(20, TimeUnit.SECONDS)).contains("client");
    }
  }

  @Test
  void aSlowCallIsAnsweredWithWhiteSpaceFirst() throws Exception {
    try (OpsRuntime runtime = OpsRuntime.start(folder, Map.of())) {
      runtime.registry.answers = call -> Optional.empty();
      try (Socket client =
          new RawHttp(runtime.port())
              .open(
                  "POST /api/v1/tools/read_file/call HTTP/1.0",
                  "Host: 127.0.0.1:" + runtime.port(),
                  "Authorization: Bearer " + OpsRuntime.TOKEN,
                  "Content-Type: application/json",
                  "Content-Length: 2",
                  "",
                  "{}")) {
        FakeRegistry.PendingAnswer call = runtime.registry.calls.poll(20, TimeUnit.SECONDS);
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n ") < 0) {
          int next = client.getInputStream().read();
          assertThat(next).isNotNegative();
          head.append((char) next);
        }
        call.result().complete(FakeRegistry.text("done"));
        String rest = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(head).startsWith("HTTP/1.1 200");
        assertThat(runtime.json.readTree(rest).get("content").get(0).get("text").stringValue())
            .isEqualTo("done");
      }
    }
  }

  @Test
  void callsUnderWayAreAnsweredWhenTheApiStops() throws Exception {
    OpsRuntime runtime = OpsRuntime.start(folder, Map.of());
    runtime.registry.answers = call -> Optional.empty();
    CompletableFuture<HttpResponse<String>> response =
        runtime.sendAsync(runtime.postRequest("/api/v1/tools/read_file/call", "{}"));
    FakeRegistry.PendingAnswer call = runtime.registry.calls.poll(20, TimeUnit.SECONDS);
    runtime.close();
    assertThat(runtime.registry.sessionClosed).isTrue();
    assertThat(call.result()).isCompleted();
    // Whether the answer still gets out depends on how fast the server goes; it must not hang.
    assertThat(response.handle((r, e) -> "ended").get(20, TimeUnit.SECONDS)).isEqualTo("ended");
  }

  @Test
  void anUnusableTokenFileLetsNobodyIn() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path token = home.resolve("token");
    Files.writeString(token, OpsRuntime.TOKEN);
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    try (OpsRuntime runtime = OpsRuntime.start(folder, Map.of())) {
      assertThat(runtime.get("/api/v1/status").statusCode()).isEqualTo(401);
      assertThat(runtime.get("/health/ready").body()).isEqualTo("{\"status\":\"ok\"}");
    }
  }

  @Test
  void aDefaultWorkspaceThatReachesTheHomeIsNoWorkspace() throws Exception {
    Path workspace = folder.toRealPath();
    try (OpsRuntime runtime =
        OpsRuntime.start(folder, Map.of(RuntimeProperties.WORKSPACE, workspace.toString()))) {
      runtime.json(runtime.post("/api/v1/tools/read_file/call", "{}"), 200);
      assertThat(runtime.registry.opened.get(0).workspaceRoots()).isEqualTo(List.of());
    }
  }
}
