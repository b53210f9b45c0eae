package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.deploy.fixture.Marks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What else may happen while a version is replaced and still has calls. */
@Timeout(120)
class DeployRacesIT {
  private static final String NAME = "x.plugin";
  private static final String FILE = "x.jar";

  @TempDir Path home;
  private DeployRuntime runtime;

  /** The calls of the first version. */
  private final CompletableFuture<Void> calls = new CompletableFuture<>();

  @BeforeEach
  void start() throws Exception {
    runtime = new DeployRuntime(home);
    await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
    assertThat(runtime.deployments.openBrackets()).isEmpty();
  }

  private void drop(String version) throws IOException {
    runtime.drop(FILE, TestBundle.named(NAME, version).activator(Marks.class));
  }

  /** The second version stands, the first still has calls. */
  private void overlap() throws Exception {
    runtime.deployments.calls.put(NAME + " 1.0.0", calls);
    drop("1.0.0");
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    drop("2.0.0");
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
  }

  private long copies() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("data/deploy"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).count();
    }
  }

  private void awaitAlone(String version) {
    runtime.awaitRunning(NAME, version);
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles(NAME).size() == 1);
  }

  @Test
  void theFileMayLeaveAndComeBackWhileTheOldVersionHasCalls() throws Exception {
    overlap();
    assertThat(runtime.agent().undeploy(FILE, true, DeployRuntime.LIMIT)).hasSize(1);
    runtime.awaitRunning(NAME, "1.0.0");
    drop("3.0.0");
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "3.0.0");
    assertThat(runtime.running(NAME)).containsExactlyInAnyOrder("1.0.0", "3.0.0");
    calls.complete(null);
    awaitAlone("3.0.0");
  }

  @Test
  void theNewVersionMayBeRestartedWhileTheOldOneHasCalls() throws Exception {
    overlap();
    assertThat(runtime.agent().restart(NAME, DeployRuntime.LIMIT).outcome())
        .isEqualTo(Outcome.ACTIVE);
    assertThat(runtime.running(NAME)).containsExactlyInAnyOrder("1.0.0", "2.0.0");
    calls.complete(null);
    awaitAlone("2.0.0");
    await().atMost(DeployRuntime.LIMIT).untilAsserted(() -> assertThat(copies()).isEqualTo(1));
  }

  @Test
  void aRuntimeThatStopsDoesNotWaitForAnOldVersion() throws Exception {
    overlap();
    long begun = System.nanoTime();
    runtime.close(); // Once more at the end, which does nothing.
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    calls.complete(null);
  }

  @Test
  void versionsThatChangePlacesQuicklyEndWithTheLast() throws Exception {
    for (int i = 0; i < 40; i++) {
      drop(i % 2 == 0 ? "1.0.0" : "1.1.0");
    }
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.1.0");
    awaitAlone("1.1.0");
  }

  @Test
  void filesThatAreWrittenAndRemovedAtOnceEndAsTheFolderSays() throws Exception {
    CompletableFuture<Void> removing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 20; i++) {
                try {
                  runtime.agent().undeploy(FILE, i % 2 == 0, DeployRuntime.LIMIT);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              }
            });
    for (int i = 0; i < 40; i++) {
      drop("1." + i + ".0");
    }
    removing.get();
    if (!Files.exists(runtime.folder.resolve(FILE))) {
      await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles(NAME).isEmpty());
      drop("1.39.0");
    }
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.39.0");
    awaitAlone("1.39.0");
  }

  @Test
  void twoOwnersAreUpdatedInOneBatch() throws Exception {
    List<String> names = List.of("x.a", "x.b");
    for (int i = 0; i < 10; i++) {
      for (String name : names) {
        runtime.drop(name + ".jar", TestBundle.named(name, "1." + i + ".0").activator(Marks.class));
      }
      for (String name : names) {
        runtime.awaitOutcome(name + ".jar", Outcome.ACTIVE, "1." + i + ".0");
      }
    }
    for (String name : names) {
      runtime.awaitRunning(name, "1.9.0");
      await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles(name).size() == 1);
    }
  }
}
