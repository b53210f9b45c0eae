package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.deploy.fixture.Marks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder that goes away is no removal of what lay in it. */
@Timeout(120)
class DeployFolderIT {
  @TempDir Path home;
  private DeployRuntime runtime;

  @BeforeEach
  void start() throws Exception {
    runtime = new DeployRuntime(home);
    runtime.configureAgent(Map.of("rescan", "100ms"));
    await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
    runtime.drop("a.jar", marks("f.a", "1.0.0"));
    runtime.awaitOutcome("a.jar", Outcome.ACTIVE);
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private static TestBundle marks(String name, String version) {
    return TestBundle.named(name, version).activator(Marks.class);
  }

  private Path moveAway() throws IOException {
    return Files.move(runtime.folder, home.resolve("away"));
  }

  private void awaitProblem(String part) {
    await()
        .atMost(DeployRuntime.LIMIT)
        .untilAsserted(
            () ->
                assertThat(runtime.problem("deploy folder"))
                    .hasValueSatisfying(text -> assertThat(text).contains(part)));
    assertThat(runtime.running("f.a")).containsExactly("1.0.0");
  }

  private void awaitNoProblem() {
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.problem("deploy folder").isEmpty());
  }

  @Test
  void whatRunsGoesOnUntilTheFolderIsBack() throws Exception {
    Path away = moveAway();
    awaitProblem("NoSuchFile");
    assertThat(runtime.isReady()).isTrue();

    Files.move(away, runtime.folder);
    awaitNoProblem();
    assertThat(runtime.running("f.a")).containsExactly("1.0.0");
    runtime.drop("a.jar", marks("f.a", "2.0.0"));
    runtime.awaitRunning("f.a", "2.0.0");
    Files.delete(runtime.folder.resolve("a.jar"));
    runtime.awaitRunning("f.a");
  }

  @Test
  void anEmptyFolderInItsPlaceIsNotBelievedBeforeItHasAFile() throws Exception {
    moveAway();
    Files.createDirectory(runtime.folder); // As the place of a mount that is lost.
    awaitProblem("not the folder that was there before");

    runtime.drop("b.jar", marks("f.b", "1.0.0"));
    runtime.awaitRunning("f.b", "1.0.0");
    runtime.awaitRunning("f.a");
    awaitNoProblem();
  }

  @Test
  void theFolderThatCameInItsPlaceIsWatched() throws Exception {
    moveAway();
    awaitProblem("NoSuchFile");
    Files.createDirectory(runtime.folder);
    runtime.drop("a.jar", marks("f.a", "3.0.0"));
    runtime.awaitRunning("f.a", "3.0.0");
    // Now by events alone.
    runtime.configureAgent(Map.of("rescan", "1h"));
    runtime.drop("a.jar", marks("f.a", "4.0.0"));
    runtime.awaitRunning("f.a", "4.0.0");
  }
}
