package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;

/** A tool comes and goes under the official clients: both eras, both transports. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealClientsIT {
  @SuppressWarnings("unused") // a source of parameters
  private static final List<Kind> KINDS =
      List.of(Kind.V1_HTTP, Kind.V2_HTTP, Kind.V1_STDIO, Kind.V2_STDIO);

  private RuntimeProcess runtime;

  @BeforeAll
  void start(@TempDir Path folder) {
    runtime = RuntimeProcess.start(Home.in(folder));
  }

  /** Before each: a class that is skipped as a whole does not appear in the report. */
  @BeforeEach
  void needClients() {
    Clients.assumeInstalled();
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void aDropAndARemovalAreOneNotificationEach(Kind kind) throws Exception {
    Files.writeString(runtime.home().workspace().resolve("note.txt"), "a needle in here\n");
    try (McpClientProcess client = McpClientProcess.connect(kind, runtime)) {
      assertThat(client.toolNames())
          .containsExactlyInAnyOrder(
              "patch",
              "process",
              "read_file",
              "read_result",
              "search_files",
              "terminal",
              "write_file");
      JsonNode found = client.call("search_files", Json.object("pattern", "needle", "path", "."));
      assertThat(McpClientProcess.text(found)).contains("note.txt");

      Path dropped = runtime.home().drop(Distribution.plugin("weather"));
      client.awaitListChanges(1);
      assertThat(client.toolNames()).contains("get_weather").hasSize(8);
      JsonNode weather = client.call("get_weather", Json.object("place", "Lyon"));
      assertThat(weather.path("isError").asBoolean(false)).as(weather.toString()).isFalse();
      assertThat(weather.path("structuredContent").path("place").asString()).contains("Lyon");

      Files.delete(dropped);
      client.awaitListChanges(2);
      assertThat(client.toolNames()).doesNotContain("get_weather").hasSize(7);
      JsonNode gone = client.tryCall("get_weather", Json.object("place", "Lyon"));
      assertThat(gone.toString()).contains("get_weather");
      assertThat(gone.path("result").path("structuredContent").isMissingNode()).isTrue();
    }
  }
}
