package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.harness.Child;
import dev.talaria.itests.harness.Cli;
import dev.talaria.itests.harness.Clients;
import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.McpClientProcess;
import dev.talaria.itests.harness.McpClientProcess.Kind;
import dev.talaria.itests.harness.RuntimeProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Bridges to a runtime of the home, which they start where none runs. */
@Timeout(300)
class StdioIT {
  @TempDir Path folder;
  private Home home;
  private Cli cli;

  @BeforeEach
  void home() {
    home = Home.in(folder);
    cli = new Cli(Distribution.folder(), home);
  }

  /** Nobody's child: a runtime in the background would stay for a minute. */
  @AfterEach
  void endTheBackground() throws Exception {
    if (Files.exists(home.runtimeRecord())) {
      ProcessHandle.of(record().path("pid").asLong()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private JsonNode record() throws Exception {
    return Json.parse(Files.readString(home.runtimeRecord()));
  }

  @Test
  void twoBridgesAtOnceShareOneRuntimeAndNoWorkspace() throws Exception {
    Clients.assumeInstalled();
    Path one = Files.createDirectories(folder.resolve("one"));
    Path two = Files.createDirectories(folder.resolve("two"));
    Files.writeString(one.resolve("one.txt"), "first");
    Files.writeString(two.resolve("two.txt"), "second");
    CompletableFuture<McpClientProcess> starting =
        CompletableFuture.supplyAsync(() -> bridge(Kind.V1_STDIO, one));
    try (McpClientProcess second = bridge(Kind.V2_STDIO, two);
        McpClientProcess first = starting.join()) {
      JsonNode record = record();
      assertThat(record.path("background").asBoolean()).isTrue();
      assertThat(Json.texts(cli.run("status", "--json").done().json().path("clients"), "name"))
          .hasSize(2);
      assertThat(read(first, "one.txt")).contains("first");
      assertThat(read(second, "two.txt")).contains("second");
      assertThat(read(first, "two.txt")).doesNotContain("second");
      assertThat(read(first, two.resolve("two.txt").toString())).doesNotContain("second");
      assertThat(read(second, "one.txt")).doesNotContain("first");
      assertThat(record().path("pid")).isEqualTo(record.path("pid"));

      // A person's run takes the place of the one in the background; its bridges end and say so.
      try (RuntimeProcess run = RuntimeProcess.start(cli)) {
        assertThat(run.process().err()).contains("taking the place");
        assertThat(record().path("pid").asLong()).isEqualTo(run.process().pid());
        assertThat(record().path("background").asBoolean()).isFalse();
        for (McpClientProcess client : List.of(first, second)) {
          client.awaitClosed();
          assertThat(client.output()).contains("the runtime has ended");
        }
      }
    }
  }

  private McpClientProcess bridge(Kind kind, Path workspace) {
    return McpClientProcess.bridge(kind, home, "--workspace", workspace.toString());
  }

  private static String read(McpClientProcess client, String path) {
    return client.call("read_file", Json.object("path", path)).toString();
  }

  @Test
  void aBridgeSeesOnlyItsToolsets() throws Exception {
    Clients.assumeInstalled();
    try (RuntimeProcess runtime = RuntimeProcess.start(cli);
        McpClientProcess client =
            McpClientProcess.bridge(Kind.V2_STDIO, home, "--toolsets", "terminal")) {
      assertThat(client.toolNames()).containsExactlyInAnyOrder("process", "terminal");
      assertThat(client.tryCall("read_file", Json.object("path", "x")).has("error")).isTrue();
      assertThat(runtime.api().toolNames()).hasSize(7);
    }
  }

  @Test
  void aKilledRuntimeEndsTheBridgeInWords() {
    try (RuntimeProcess runtime = RuntimeProcess.start(cli);
        Child bridge = cli.start("stdio")) {
      bridge.say(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
              + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\","
              + "\"version\":\"1\"}}}");
      bridge.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      bridge.say("this is no JSON");
      bridge.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
      await("three answers")
          .atMost(RuntimeProcess.PATIENCE)
          .untilAsserted(() -> assertThat(bridge.out().lines()).hasSize(3));

      runtime.kill();

      assertThat(bridge.awaitExit(RuntimeProcess.PATIENCE)).isEqualTo(1);
      assertThat(bridge.err()).contains("talaria: the runtime has ended");
      List<JsonNode> lines = bridge.out().lines().map(Json::parse).toList();
      assertThat(lines).allSatisfy(line -> assertThat(line.has("jsonrpc")).isTrue());
      assertThat(lines.get(1).at("/error/code").asInt()).isEqualTo(-32700);
    }
  }

  @Test
  void aWorkspaceThatContainsTheHomeIsRefused() {
    Cli.Result refused = cli.run("stdio", "--workspace", folder.toString());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("home", "--workspace");
  }
}
