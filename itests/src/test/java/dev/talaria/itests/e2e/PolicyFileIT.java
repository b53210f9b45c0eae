package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The policy as an operator edits it: what is not exactly an opening keeps the door shut. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PolicyFileIT {
  private static final String REGISTRY = "dev.talaria.registry";
  private static final String BUILTIN = "dev.talaria.terminal";
  private static final String PLUGIN = "dev.talaria.safeterminal";

  private Home home;
  private RuntimeProcess runtime;

  @BeforeAll
  void start(@TempDir Path folder) {
    home = Home.in(folder).configure(REGISTRY, "allow_tool_override = true\n");
    runtime = RuntimeProcess.start(home);
    runtime.awaitOutcome(
        home.drop(Distribution.plugin("safe-terminal")).getFileName().toString(), "ACTIVE");
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @BeforeEach
  void open() {
    home.configure(REGISTRY, "# opened\nallow_tool_override = true\n");
    runtime.awaitOwner("terminal", PLUGIN);
  }

  private JsonNode value(String key) {
    for (JsonNode value : runtime.api().get("/policy").path("values")) {
      if (value.path("pid").asString().equals(REGISTRY)
          && value.path("key").asString().equals(key)) {
        return value;
      }
    }
    throw new AssertionError("no " + key + " in the policy");
  }

  @Test
  void clientsAreToldWhyAToolCannotBeCalled() {
    home.configure(REGISTRY, "allow_tool_override = true\nrequired_owner = read_file=some.guard\n");
    await()
        .until(
            () ->
                runtime
                    .api()
                    .standing("read_file")
                    .filter(row -> row.path("state").asString().equals("UNAVAILABLE"))
                    .isPresent());

    RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
    JsonNode result = client.call("read_file", Json.object("path", "x")).path("result");

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(result.path("content").path(0).path("text").asString())
        .contains("The tool read_file is unavailable", "some.guard");
    assertThat(client.call("no_such_tool", Json.object()).path("error").path("message").asString())
        .startsWith("Unknown tool: no_such_tool");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRUE", "True", "1", "yes", "true,true", "\"true\"", "\\ true", ""})
  void onlyTrueOpens(String written) {
    home.configure(REGISTRY, "allow_tool_override = " + written + "\n");
    runtime.awaitOwner("terminal", BUILTIN);
    assertThat(value("allow_tool_override").path("effective").asString()).isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "allow_tool_override = true\nrequired_ow",
        "allow_tool_override = true\nallow_tool_override = true\n",
        "allow_tool_override = ${env:",
        "allow_tool_override"
      })
  void aHalfWrittenFileClosesAndSaysWhere(String written) {
    home.configure(REGISTRY, written);
    runtime.awaitOwner("terminal", BUILTIN);
    assertThat(value("allow_tool_override").path("effective").asString()).isEqualTo("false");
    home.awaitLogged(REGISTRY + ".cfg", "line");
    assertThat(runtime.api().get("/status").path("problems").toString()).contains(REGISTRY);
  }

  @Test
  void aRequiredOwnerHoldsWhileTheFileIsBroken() {
    home.configure(
        REGISTRY, "allow_tool_override = true\nrequired_owner = terminal=" + PLUGIN + "\n");
    runtime.explained(
        "the owner is required",
        () -> value("required_owner").path("effective").asString().contains(PLUGIN));
    home.configure(REGISTRY, "allow_tool_override = true\nrequired_own");
    runtime.explained(
        "the terminal is unavailable, as its required owner may no longer override",
        () ->
            runtime
                .api()
                .standing("terminal")
                .filter(row -> row.path("state").asString().equals("UNAVAILABLE"))
                .isPresent());
    assertThat(runtime.cli("tools", "why", "terminal").done().out()).contains("required");
  }

  @Test
  void aDeletedFileIsADeletion() throws Exception {
    Files.delete(home.etc().resolve(REGISTRY + ".cfg"));
    runtime.awaitOwner("terminal", BUILTIN);
  }
}
