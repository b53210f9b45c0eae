package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.bundles.endless.NeverReturns;
import dev.talaria.itests.bundles.faulty.LacksClass;
import dev.talaria.itests.bundles.greet.Greet;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tools that break in every way: each call is answered, the others are served. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadToolsIT {
  private static final String FAULTY = "it.faulty";

  private RuntimeProcess runtime;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Home home = Home.in(folder);
    Path built = folder.resolve("built");
    runtime = RuntimeProcess.start(home);
    home.drop(TestBundle.named("it.greet", "1.0.0").with(Greet.class, "greet").in(built));
    home.drop(
        TestBundle.named(FAULTY, "1.0.0")
            .with(
                LacksClass.class,
                "faulty_constructor",
                "faulty_error",
                "faulty_linkage",
                "faulty_null",
                "faulty_overflow",
                "faulty_unserialisable")
            .without(Class.forName(LacksClass.class.getPackageName() + ".Absent"))
            .in(built));
    runtime.awaitOutcome(FAULTY + ".jar", "ACTIVE");
    home.drop(
        TestBundle.named("it.endless", "1.0.0").with(NeverReturns.class, "endless").in(built));
    runtime.awaitOutcome("it.greet.jar", "ACTIVE");
    runtime.awaitOutcome("it.endless.jar", "ACTIVE");
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @ParameterizedTest
  @CsvSource({
    "faulty_constructor, UNAVAILABLE, could not be created",
    "endless, TIMEOUT, longer than its limit of 700 ms",
    "faulty_error, TOOL_ERROR, the sky fell",
    "faulty_linkage, TOOL_ERROR, Absent",
    "faulty_null, RESULT_CONTRACT, null",
    "faulty_overflow, TOOL_ERROR, StackOverflowError",
    "faulty_unserialisable, RESULT_CONTRACT, faulty_unserialisable"
  })
  void everyCallIsAnsweredInWords(String tool, String failure, String words) {
    JsonNode answer = runtime.api().call(tool, Json.object());
    assertThat(answer.path("failure").asString("none")).as(answer.toString()).isEqualTo(failure);
    assertThat(answer.path("content").toString()).contains(words).doesNotContain("\\tat ");
    assertThat(runtime.api().call("greet", Json.object()).toString()).contains("Hello you");

    RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
    JsonNode overMcp = client.call(tool, Json.object());
    assertThat(overMcp.path("result").path("isError").asBoolean()).as(overMcp.toString()).isTrue();
  }

  @Test
  void aConstructorThatThrowsIsLoggedOnceWithItsTrace() {
    long before = causes();
    runtime.api().call("faulty_constructor", Json.object());
    runtime.home().awaitLogged("ERROR", "faulty_constructor", "cannot be called");
    assertThat(causes()).isEqualTo(before + 1);
  }

  private long causes() {
    return runtime
        .home()
        .log()
        .lines()
        .filter(line -> line.contains("no station in range"))
        .count();
  }
}
