package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.talaria.itests.bundles.endless.NeverReturns;
import dev.talaria.itests.bundles.greet.Greet;
import dev.talaria.itests.bundles.top.TopTerminal;
import dev.talaria.itests.harness.Cli;
import dev.talaria.itests.harness.Distribution;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The start and the end of a runtime, wanted and unwanted. */
@Timeout(300)
class LifecycleIT {
  @TempDir Path folder;
  private Home home;
  private Cli cli;

  @BeforeEach
  void home() {
    home = Home.in(folder);
    cli = new Cli(Distribution.folder(), home);
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Cli.Result refused = cli.run("run", "--port", port);
      assertRefused(refused, port, "--port");
    }
  }

  @Test
  void aSecondRuntimeIsToldWhoHoldsTheHome() {
    try (RuntimeProcess first = RuntimeProcess.start(home)) {
      assertRefused(cli.run("run", "--port", "0"), Long.toString(first.process().pid()));
      assertThat(first.api().toolNames()).hasSize(7);
      assertThat(first.cli("stop").done().out()).contains("stopped");
      assertThat(first.process().awaitExit(RuntimeProcess.PATIENCE)).isZero();
      assertThat(home.runtimeRecord()).doesNotExist();
      assertRefused(cli.run("status"), "talaria run");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "etc", "deploy"})
  void aHomeThatOthersMayWriteToIsRefused(String part) throws Exception {
    home.configure("it.any", "key = value\n");
    Files.createDirectories(home.deploy());
    Path open = home.root().resolve(part).normalize();
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(cli.run("run", "--port", "0"), open.toString(), "chmod go-w");
  }

  @Test
  void aReadOnlyHomeIsRefused() throws Exception {
    assumeFalse(
        System.getProperty("user.name").equals("root"), "root may write to a read-only folder");
    home.configure("it.any", "key = value\n");
    Files.setPosixFilePermissions(home.root(), PosixFilePermissions.fromString("r-x------"));
    try {
      assertRefused(cli.run("run", "--port", "0"), home.root().toString());
    } finally {
      Files.setPosixFilePermissions(home.root(), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aHomeThatIsAFileIsRefused() throws Exception {
    Files.writeString(home.root(), "no folder");
    assertRefused(cli.run("run", "--port", "0"), "is not a folder");
  }

  private static void assertRefused(Cli.Result result, String... words) {
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.err().lines()).as(result.toString()).hasSize(1);
    assertThat(result.err()).startsWith("talaria: ").contains(words);
  }

  /** The lock is taken before the framework starts; the log begins with it. */
  @ParameterizedTest
  @ValueSource(strings = {"data/lock", "logs/talaria.log"})
  void endedWhileItStarts(String sign) throws Exception {
    try (RuntimeProcess starting = RuntimeProcess.launch(cli)) {
      await(sign)
          .atMost(RuntimeProcess.PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> Files.exists(home.root().resolve(sign)));
      // 143 where the signal came before there was anything to stop.
      assertThat(starting.terminate()).as(starting.process().toString()).isIn(0, 143);
      assertThat(home.runtimeRecord()).doesNotExist();
    }
    try (RuntimeProcess next = RuntimeProcess.start(home)) {
      assertThat(next.api().toolNames()).hasSize(7);
      assertThat(next.terminate()).as(next.process().toString()).isZero();
      assertThat(home.runtimeRecord()).doesNotExist();
    }
  }

  @Test
  void aCallThatNeverReturnsDoesNotKeepItFromEnding() {
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      Path built = folder.resolve("built");
      home.drop(TestBundle.named("it.endless", "1").with(NeverReturns.class, "endless").in(built));
      runtime.awaitOutcome("it.endless.jar", "ACTIVE");
      assertThat(runtime.api().call("endless", Json.object()).path("failure").asString())
          .isEqualTo("TIMEOUT");
      assertThat(runtime.terminate()).as(home.logTail()).isZero();
    }
  }

  @Test
  void afterAKillEverythingComesBackInItsOrder() {
    home.configure("dev.talaria.registry", "allow_tool_override = true\n");
    home.configure("dev.talaria.terminal", "approval = allow\n");
    Path built = folder.resolve("built");
    String top = "a.top.terminal";
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      drop(runtime, Distribution.plugin("weather"));
      drop(runtime, Distribution.plugin("safe-terminal"));
      // By name it would come first; it was dropped last, so it stands above.
      drop(runtime, TestBundle.named(top, "1").with(TopTerminal.class, "terminal").in(built));
      drop(runtime, TestBundle.named("it.greet", "1").with(Greet.class, "greet").in(built));
      assertOrder(runtime, top);
      runtime.kill();
    }
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      assertThat(runtime.api().toolNames()).contains("get_weather", "greet").hasSize(9);
      assertOrder(runtime, top);
      for (JsonNode file : runtime.api().get("/bundles").path("files")) {
        assertThat(file.path("outcome").asString()).as(file.toString()).isEqualTo("ACTIVE");
      }
    }
  }

  private static void drop(RuntimeProcess runtime, Path jar) {
    Path dropped = runtime.home().drop(jar);
    runtime.awaitOutcome(dropped.getFileName().toString(), "ACTIVE");
  }

  private static void assertOrder(RuntimeProcess runtime, String top) {
    JsonNode why = runtime.api().get("/tools/terminal/why");
    assertThat(Json.texts(why.path("steps"), "owner"))
        .isEqualTo(List.of("dev.talaria.terminal", "dev.talaria.safeterminal", top));
    runtime.awaitOwner("terminal", top);
    assertThat(runtime.api().call("terminal", Json.object()).toString())
        .contains("on top of: ", "safe terminal does not run this");
  }

  @Test
  void anAddressBeyondLoopbackIsRefused() {
    assertRefused(cli.run("run", "--port", "0", "--host", "0.0.0.0"), "--host 127.0.0.1");
  }
}
