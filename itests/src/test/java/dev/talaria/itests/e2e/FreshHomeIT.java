package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.harness.Cli;
import dev.talaria.itests.harness.Clients;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Inspector;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RuntimeProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a new user meets: a home that was not there, seven tools, commands that tell what is. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FreshHomeIT {
  private static final List<String> BUILTIN =
      List.of(
          "patch", "process", "read_file", "read_result", "search_files", "terminal", "write_file");

  private RuntimeProcess runtime;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Home home = Home.in(folder);
    Files.writeString(home.workspace().resolve("Shape.java"), "public interface Shape {}\n");
    runtime = RuntimeProcess.start(home);
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @Test
  void theBannerSaysWhereAndHow() {
    assertThat(runtime.process().out())
        .contains(runtime.url())
        .contains(runtime.mcpUrl())
        .contains(runtime.home().deploy().toString())
        .contains(runtime.home().workspace().toString())
        .contains("talaria connect")
        .containsPattern("tools +7");
  }

  @Test
  void theHomeIsPrivate() throws Exception {
    assertThat(permissions(runtime.home().root())).isEqualTo("rwx------");
    assertThat(permissions(runtime.home().root().resolve("token"))).isEqualTo("rw-------");
    assertThat(permissions(runtime.home().runtimeRecord())).isEqualTo("rw-------");
  }

  private static String permissions(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  @DisplayName("R15 the tools of the distribution are exactly those of the list")
  void theToolsAreTheBuiltinOnes() {
    JsonNode listed = runtime.cli("tools", "--json").done().json();
    assertThat(Json.texts(listed.path("tools"), "name")).containsExactlyElementsOf(BUILTIN);
    assertThat(Json.texts(listed.path("tools"), "origin")).containsOnly("BUILTIN");
    assertThat(Json.texts(listed.path("tools"), "state")).containsOnly("ACTIVE");
    assertThat(runtime.cli("tools").done().out().lines()).hasSize(BUILTIN.size() + 1);
  }

  @Test
  void aToolIsCalledFromTheCommandLine() {
    Cli.Result found =
        runtime
            .cli(
                "tools", "call", "search_files", "{\"pattern\":\"interface Shape\",\"path\":\".\"}")
            .done();
    assertThat(found.out()).contains("Shape.java");
    Cli.Result wrong = runtime.cli("tools", "call", "search_files", "{\"pattern\":[1]}");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("pattern").doesNotContain("\tat ");
  }

  @Test
  void theInspectorListsAndCalls() {
    Clients.assumeInstalled();
    Inspector inspector = new Inspector(runtime);
    assertThat(Json.texts(inspector.run("tools/list").path("tools"), "name"))
        .containsExactlyInAnyOrderElementsOf(BUILTIN);
    JsonNode result =
        inspector.run(
            "tools/call",
            "--tool-name",
            "search_files",
            "--tool-arg",
            "pattern=interface Shape",
            "path=.");
    assertThat(result.path("isError").asBoolean(false)).isFalse();
    assertThat(result.path("content").toString()).contains("Shape.java");
  }

  @Test
  void whatConnectPrintsWorks() throws Exception {
    String curl = runtime.cli("connect", "curl").done().out();
    assertThat(curl).contains(runtime.mcpUrl()).doesNotContain(runtime.api().token());
    assertThat(runtime.cli("connect", "inspector").done().out()).contains(runtime.mcpUrl());
  }

  @Test
  void doctorFindsNothingWrong() {
    assertThat(runtime.cli("doctor").done().out()).isNotBlank();
  }

  @Test
  void statusToolsetsAndAuditTellWhatIs() {
    JsonNode status = runtime.cli("status", "--json").done().json();
    assertThat(status.path("pid").asLong()).isEqualTo(runtime.process().pid());
    assertThat(status.path("tools").asInt()).isEqualTo(BUILTIN.size());
    assertThat(status.path("problems")).isEmpty();
    JsonNode toolsets = runtime.cli("toolsets", "--json").done().json();
    assertThat(Json.texts(toolsets.path("toolsets"), "name"))
        .containsExactly("coding", "core", "debugging", "file", "results", "safe", "terminal");
    assertThat(runtime.cli("audit").done().out()).contains("tool.arrived");
  }

  @Test
  void wrongUsageIsExitCodeTwo() {
    Cli.Result result = runtime.cli("tools", "no-such-thing");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err().lines()).hasSize(1);
  }
}
