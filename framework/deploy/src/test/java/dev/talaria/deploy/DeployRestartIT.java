package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Deployment;
import dev.talaria.deploy.fixture.Fails;
import dev.talaria.deploy.fixture.Hangs;
import dev.talaria.deploy.fixture.Marks;
import dev.talaria.deploy.internal.store.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds over the end of a runtime. */
class DeployRestartIT {
  @TempDir Path home;

  @Test
  void theFolderIsReconciledBeforeAnythingStarts() throws Exception {
    run(
        runtime -> {
          runtime.drop("keep.jar", marks("r.keep", "1.0.0"));
          runtime.drop("change.jar", marks("r.change", "1.0.0"));
          runtime.drop("gone.jar", marks("r.gone", "1.0.0"));
          runtime.awaitOutcome("keep.jar", Outcome.ACTIVE);
          runtime.awaitOutcome("change.jar", Outcome.ACTIVE);
          runtime.awaitOutcome("gone.jar", Outcome.ACTIVE);
        });
    Map<String, Long> places = new TreeMap<>();
    run(runtime -> places.putAll(sequences(runtime)));
    Files.delete(folder("gone.jar"));
    Files.write(folder("change.jar"), marks("r.change", "2.0.0").bytes());
    Files.write(folder("a-new.jar"), marks("r.a", "1.0.0").bytes());

    run(
        runtime -> {
          assertThat(runtime.running("r.keep")).containsExactly("1.0.0");
          assertThat(runtime.running("r.change")).containsExactly("2.0.0");
          assertThat(runtime.running("r.gone")).isEmpty();
          assertThat(runtime.deployments.promoted)
              .extracting(Deployment::symbolicName, Deployment::version)
              .doesNotContain(Tuple.tuple("r.change", "1.0.0"));
          assertThat(runtime.deployments.steps).noneMatch(step -> step.contains("r.gone"));
          assertThat(sequences(runtime))
              .containsEntry("r.keep", places.get("r.keep"))
              .containsEntry("r.change", places.get("r.change"));
          assertThat(sequences(runtime).get("r.a")).isGreaterThan(places.get("r.gone"));
          await().atMost(DeployRuntime.LIMIT).untilAsserted(() -> assertThat(copies()).hasSize(3));
        });
  }

  @Test
  void aBatchIsNumberedBySymbolicName() throws Exception {
    Files.createDirectories(home.resolve("deploy"));
    Files.write(folder("1.jar"), marks("r.c", "1.0.0").bytes());
    Files.write(folder("2.jar"), marks("r.a", "1.0.0").bytes());
    Files.write(folder("3.jar"), marks("r.b", "1.0.0").bytes());

    run(
        runtime ->
            assertThat(runtime.deployments.promoted)
                .extracting(Deployment::symbolicName)
                .containsExactly("r.a", "r.b", "r.c"));
  }

  @Test
  void theLastGoodCopyRunsWhenTheFileWasReplacedByOneThatFails() throws Exception {
    run(
        runtime -> {
          runtime.drop("p.jar", marks("r.plugin", "1.0.0"));
          runtime.awaitRunning("r.plugin", "1.0.0");
        });
    Files.write(
        folder("p.jar"), TestBundle.named("r.plugin", "2.0.0").activator(Fails.class).bytes());

    run(
        runtime -> {
          assertThat(runtime.awaitOutcome("p.jar", Outcome.FAILED).reason())
              .contains("1.0.0 (the last good copy) runs instead");
          assertThat(runtime.running("r.plugin")).containsExactly("1.0.0");
        });
    Files.write(folder("p.jar"), new byte[] {1, 2, 3});
    run(
        runtime -> {
          runtime.awaitOutcome("p.jar", Outcome.PENDING);
          // What the file was last taken as failed; what ran before is still the last good one.
          await()
              .atMost(DeployRuntime.LIMIT)
              .untilAsserted(
                  () -> assertThat(runtime.running("r.plugin")).containsExactly("1.0.0"));
        });
  }

  @Test
  void aDamagedFileLeavesWhatItWasRunning() throws Exception {
    run(
        runtime -> {
          runtime.drop("d.jar", marks("r.damaged", "1.0.0"));
          runtime.awaitRunning("r.damaged", "1.0.0");
        });
    Files.write(folder("d.jar"), new byte[10]);

    run(
        runtime -> {
          runtime.awaitRunning("r.damaged", "1.0.0");
          assertThat(runtime.awaitOutcome("d.jar", Outcome.PENDING).reason()).contains("runs on");
        });
  }

  @Test
  void aBundleThatBrokeTwoStartsIsParkedUntilItIsRestarted() throws Exception {
    Files.createDirectories(home.resolve("deploy"));
    TestBundle bundle = TestBundle.named("r.breaks", "1.0.0").activator(Fails.class);
    Files.write(folder("b.jar"), bundle.bytes());
    run(runtime -> runtime.awaitOutcome("b.jar", Outcome.FAILED));
    for (int death = 0; death < 2; death++) {
      run(runtime -> assertThat(runtime.file("b.jar")).isPresent());
      String copy = copies().get(0);
      // What the death of the process in the middle of the start leaves behind.
      Files.writeString(data("starting"), copy.substring(0, 64));
    }

    run(
        runtime -> {
          assertThat(runtime.awaitOutcome("b.jar", Outcome.PARKED).reason())
              .contains("broke two starts", "bundles restart r.breaks");
          System.setProperty("fixture.mended", "true");
          try {
            assertThat(runtime.agent().restart("r.breaks", DeployRuntime.LIMIT).outcome())
                .isEqualTo(Outcome.ACTIVE);
          } finally {
            System.clearProperty("fixture.mended");
          }
        });
  }

  @Test
  void aBundleThatHangsInTwoStartsIsParkedAndTheRuntimeIsReadyWithoutIt() throws Exception {
    Files.createDirectories(home.resolve("deploy"));
    Files.write(
        folder("h.jar"), TestBundle.named("r.a.hangs", "1.0.0").activator(Hangs.class).bytes());
    Files.write(folder("o.jar"), marks("r.other", "1.0.0").bytes());
    for (int start = 0; start < 2; start++) {
      System.clearProperty("fixture.released");
      run(
          runtime -> {
            // Ready, and the other one runs, while it still hangs.
            assertThat(runtime.running("r.other")).containsExactly("1.0.0");
            assertThat(runtime.file("h.jar").orElseThrow().outcome()).isEqualTo(Outcome.PENDING);
            runtime.configureAgent(Map.of("start_timeout", "3s"));
            runtime.awaitOutcome("h.jar", Outcome.FAILED);
            // The framework's stop would wait for it; that the launcher does not is its own test.
            System.setProperty("fixture.released", "true");
          });
    }

    System.clearProperty("fixture.released");
    run(
        runtime ->
            assertThat(runtime.awaitOutcome("h.jar", Outcome.PARKED).reason())
                .contains("broke two starts"));
  }

  @Test
  void aDamagedLedgerIsReplacedByItsBackup() throws Exception {
    run(
        runtime -> {
          runtime.drop("x.jar", marks("r.x", "1.0.0"));
          runtime.awaitRunning("r.x", "1.0.0");
          runtime.drop("a.jar", marks("r.a", "1.0.0"));
          runtime.awaitRunning("r.a", "1.0.0");
        });
    String ledger = Files.readString(data("ledger"));
    Files.writeString(data("ledger"), ledger.substring(0, ledger.length() / 2));

    run(
        runtime -> {
          runtime.awaitRunning("r.a", "1.0.0");
          assertThat(sequences(runtime)).containsEntry("r.x", 1L).containsEntry("r.a", 2L);
          assertThat(data("ledger.damaged")).exists();
        });
    Files.writeString(data("ledger"), "nonsense");
    Files.writeString(data("ledger.bak"), "nonsense");

    run(
        runtime -> {
          runtime.awaitRunning("r.x", "1.0.0");
          runtime.awaitRunning("r.a", "1.0.0");
        });
  }

  @Test
  void halfCopiesOfAFormerRuntimeAreRemoved() throws Exception {
    Files.createDirectories(home.resolve("data/deploy"));
    Files.write(data("incoming-1.tmp"), new byte[5]);
    Files.write(data("0".repeat(64) + ".jar"), new byte[5]);

    run(runtime -> await().atMost(DeployRuntime.LIMIT).until(() -> copies().isEmpty()));
  }

  @Test
  void whatIsReportedAsRunningWouldSurviveADeath() throws Exception {
    run(
        runtime -> {
          for (int i = 1; i <= 20; i++) {
            runtime.drop("w.jar", marks("r.written", "1.0." + i));
            runtime.awaitOutcome("w.jar", Outcome.ACTIVE, "1.0." + i);
            assertThat(Files.readString(data("ledger"))).contains(Sha256.of(folder("w.jar")));
          }
        });
  }

  private interface Body {
    void run(DeployRuntime runtime) throws Exception;
  }

  private void run(Body body) throws Exception {
    DeployRuntime runtime = new DeployRuntime(home);
    try {
      await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
      body.run(runtime);
    } finally {
      runtime.close();
    }
  }

  private Path folder(String name) {
    return home.resolve("deploy").resolve(name);
  }

  private Path data(String name) {
    return home.resolve("data/deploy").resolve(name);
  }

  private List<String> copies() throws Exception {
    try (var files = Files.list(home.resolve("data/deploy"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar") || name.endsWith(".tmp"))
          .sorted()
          .toList();
    }
  }

  private static Map<String, Long> sequences(DeployRuntime runtime) {
    Map<String, Long> sequences = new TreeMap<>();
    runtime.deployments.promoted.forEach(
        deployment -> sequences.put(deployment.symbolicName(), deployment.sequence()));
    return sequences;
  }

  private static TestBundle marks(String symbolicName, String version) {
    return TestBundle.named(symbolicName, version).activator(Marks.class);
  }
}
