package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.harness.Clients;
import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.McpClientProcess;
import dev.talaria.itests.harness.McpClientProcess.Kind;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The safe terminal wants the builtin's place; the operator decides, live. */
@Timeout(300)
class OverrideIT {
  private static final String BUILTIN = "dev.talaria.terminal";
  private static final String PLUGIN = "dev.talaria.safeterminal";
  // The builtin runs it, the plugin's list of programs lacks it.
  private static final ObjectNode TELLING = Json.object("command", "printf by-the-builtin");

  @Test
  void theOperatorDecidesLive(@TempDir Path folder) throws Exception {
    Home home = Home.in(folder).configure(BUILTIN, "approval = allow\n");
    Files.writeString(home.workspace().resolve("log.txt"), "begun\n");
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      assertThat(answer(runtime)).contains("by-the-builtin");

      Path jar = home.drop(Distribution.plugin("safe-terminal"));
      JsonNode row = runtime.awaitOutcome(jar.getFileName().toString(), "ACTIVE");
      assertThat(Json.texts(row.path("tools"), "state")).containsExactly("REFUSED");
      assertThat(answer(runtime)).contains("by-the-builtin");
      home.awaitLogged("REJECTED", "terminal", PLUGIN, BUILTIN, "allow_tool_override");
      assertThat(runtime.cli("tools", "why", "terminal").done().out())
          .contains("REFUSED", PLUGIN, "allow_tool_override=true");

      runtime.cli("policy", "set", "allow_tool_override=true").done();
      assertThat(owner(runtime)).isEqualTo(PLUGIN);
      assertThat(answer(runtime)).contains("safe terminal does not run this");
      assertThat(runtime.cli("tools", "why", "terminal").done().out())
          .contains("SHADOWED", BUILTIN, "the plugin " + PLUGIN);
      assertThat(runtime.cli("policy").done().out()).contains("allow_tool_override", "true");

      // What it allows is run by the builtin below, so process sees it.
      RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
      JsonNode background =
          client.call("terminal", Json.object("command", "tail -f log.txt", "background", true));
      String id = background.at("/result/structuredContent/session_id").asString("");
      assertThat(id).as(background.toString()).isNotEmpty();
      assertThat(client.call("process", Json.object("action", "list")).toString())
          .contains(id, "tail -f log.txt");
      assertThat(
              client
                  .call("process", Json.object("action", "kill", "session_id", id))
                  .at("/result/isError")
                  .asBoolean(false))
          .isFalse();

      runtime.cli("policy", "set", "allow_tool_override=false").done();
      assertThat(owner(runtime)).isEqualTo(BUILTIN);
      assertThat(answer(runtime)).contains("by-the-builtin");
    }
  }

  private static String owner(RuntimeProcess runtime) {
    return runtime.api().standing("terminal").orElseThrow().path("owner").asString();
  }

  private static String answer(RuntimeProcess runtime) {
    return runtime.api().call("terminal", TELLING).toString();
  }

  @Test
  void clientsHearOfItOnceAndSeeWhoAnswers(@TempDir Path folder) {
    Clients.assumeInstalled();
    Home home = Home.in(folder).configure(BUILTIN, "approval = allow\n");
    List<McpClientProcess> clients = new ArrayList<>();
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      clients.add(McpClientProcess.connect(Kind.V1_HTTP, runtime));
      clients.add(McpClientProcess.connect(Kind.V2_STDIO, runtime));
      Path jar = home.drop(Distribution.plugin("safe-terminal"));
      runtime.awaitOutcome(jar.getFileName().toString(), "ACTIVE");
      for (McpClientProcess client : clients) {
        // A tool that was refused is no change for anybody.
        client.awaitListChanges(0);
        assertThat(answer(client)).isEqualTo("by-the-builtin");
      }

      runtime.cli("policy", "set", "allow_tool_override=true").done();
      for (McpClientProcess client : clients) {
        client.awaitListChanges(1);
        assertThat(title(client)).isEqualTo("Safe terminal");
        assertThat(answer(client)).contains("safe terminal does not run this");
      }

      runtime.cli("policy", "set", "allow_tool_override=false").done();
      for (McpClientProcess client : clients) {
        client.awaitListChanges(2);
        assertThat(title(client)).isNotEqualTo("Safe terminal");
        assertThat(answer(client)).isEqualTo("by-the-builtin");
      }
    } finally {
      clients.forEach(McpClientProcess::close);
    }
  }

  /** What the client gets from whoever answers: output of a command, or a refusal in words. */
  private static String answer(McpClientProcess client) {
    JsonNode result = client.call("terminal", TELLING);
    return result.path("isError").asBoolean(false)
        ? McpClientProcess.text(result)
        : result.path("structuredContent").path("output").asString();
  }

  private static String title(McpClientProcess client) {
    for (JsonNode tool : client.tools()) {
      if (tool.path("name").asString().equals("terminal")) {
        return tool.path("title").asString("");
      }
    }
    throw new AssertionError("no terminal in " + client.toolNames());
  }
}
