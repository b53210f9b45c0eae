package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.DeployedFile;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Staging;
import dev.talaria.deploy.fixture.Gated;
import dev.talaria.deploy.fixture.Marks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Hashtable;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What takes long holds nobody else up: an update whose new version does not come back from its
 * start or from the making of its tools, calls that are waited for. The waiting ends only when the
 * test says so; whatever else is dropped meanwhile has to be answered before.
 */
@Timeout(120)
class DeploySlowIT {
  private static final String NAME = "x.slow";
  private static final String FILE = "slow.jar";

  /** The ways in which a version takes the place of another. */
  private enum Way {
    BESIDE,
    IN_PLACE,
    IN_TURN;

    TestBundle bundle(String version) {
      TestBundle bundle =
          TestBundle.named(this == IN_TURN ? NAME + ";singleton:=true" : NAME, version);
      return this == IN_PLACE ? bundle.header("Talaria-Update", "in-place") : bundle;
    }

    TestBundle quick(String version) {
      return bundle(version).activator(Marks.class);
    }

    TestBundle gated(String version) {
      return bundle(version).activator(Gated.class).type(Marks.class);
    }
  }

  @TempDir Path home;
  private DeployRuntime runtime;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch entered = new CountDownLatch(1);

  @BeforeEach
  void start() throws Exception {
    runtime = new DeployRuntime(home);
    await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
    // Longer than the test: nothing of what is shown here is the work of a deadline.
    runtime.configureAgent(Map.of("start_timeout", "10m"));
    register("gate", gate);
    register("entered", entered);
  }

  private void register(String role, CountDownLatch latch) {
    runtime
        .context()
        .registerService(
            CountDownLatch.class, latch, new Hashtable<>(Map.of("role", role, "version", "2.0.0")));
  }

  @AfterEach
  void stop() throws Exception {
    gate.countDown();
    runtime.deployments.gates.values().forEach(each -> each.open.countDown());
    runtime.close();
    assertThat(runtime.deployments.openBrackets()).isEmpty();
  }

  /** The first version runs, the second is in the middle of its start. */
  private void slowUpdate(Way way) throws Exception {
    runtime.drop(FILE, way.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    runtime.drop(FILE, way.gated("2.0.0"));
    assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
    if (way == Way.BESIDE) {
      assertThat(runtime.running(NAME)).containsExactly("1.0.0");
    }
  }

  private RecordingDeployments.Gate gateAt(String step) {
    RecordingDeployments.Gate made = new RecordingDeployments.Gate();
    runtime.deployments.gates.put(step, made);
    return made;
  }

  private void othersAreAnswered() throws IOException {
    runtime.drop("other.jar", TestBundle.named("x.other", "1.0.0").activator(Marks.class));
    runtime.awaitOutcome("other.jar", Outcome.ACTIVE, "1.0.0");
    runtime.drop("other.jar", TestBundle.named("x.other", "2.0.0").activator(Marks.class));
    runtime.awaitOutcome("other.jar", Outcome.ACTIVE, "2.0.0");
    assertThat(runtime.running("x.other")).contains("2.0.0");
  }

  private void awaitAlone(String version) {
    runtime.awaitRunning(NAME, version);
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles(NAME).size() == 1);
  }

  private void awaitNothing() {
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles(NAME).isEmpty());
    assertThat(runtime.running(NAME)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void nobodyWaitsForAnUpdateThatStartsSlowly(Way way) throws Exception {
    slowUpdate(way);

    othersAreAnswered();

    DeployedFile pending = runtime.awaitOutcome(FILE, Outcome.PENDING, "2.0.0");
    assertThat(pending.reason()).contains("being started", "x.slow 1.0.0");
    gate.countDown();
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
    assertThat(runtime.audit).contains("bundle.updated x.slow 2.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void nobodyWaitsForToolsThatAreMadeSlowly(Way way) throws Exception {
    RecordingDeployments.Gate staging = gateAt("stage x.slow 2.0.0");
    runtime.drop(FILE, way.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    runtime.drop(FILE, way.quick("2.0.0"));
    assertThat(staging.entered.await(20, TimeUnit.SECONDS)).isTrue();

    othersAreAnswered();

    staging.open.countDown();
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
  }

  @ParameterizedTest
  @EnumSource(names = {"IN_PLACE", "IN_TURN"})
  void nobodyWaitsForCallsThatAnUpdateWaitsFor(Way way) throws Exception {
    RecordingDeployments.Gate drain = gateAt("drain x.slow 1.0.0");
    runtime.drop(FILE, way.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    runtime.drop(FILE, way.quick("2.0.0"));
    assertThat(drain.entered.await(20, TimeUnit.SECONDS)).isTrue();

    othersAreAnswered();

    assertThat(runtime.running(NAME)).containsExactly("1.0.0");
    drain.open.countDown();
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
  }

  @Test
  void nobodyButTheAskerWaitsForCallsThatARemovalWaitsFor() throws Exception {
    RecordingDeployments.Gate drain = gateAt("drain x.slow 1.0.0");
    runtime.drop(FILE, Way.BESIDE.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    CompletableFuture<List<DeployedFile>> asked =
        CompletableFuture.supplyAsync(() -> undeploy(FILE));
    assertThat(drain.entered.await(20, TimeUnit.SECONDS)).isTrue();

    othersAreAnswered();

    assertThat(asked).isNotDone();
    drain.open.countDown();
    assertThat(asked.get()).extracting(DeployedFile::file).containsExactly(FILE);
    assertThat(runtime.bundles(NAME)).isEmpty();
  }

  private List<DeployedFile> undeploy(String name) {
    try {
      return runtime.agent().undeploy(name, true, DeployRuntime.LIMIT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatComesBackWhileItLeavesIsThereAfterwards() throws Exception {
    RecordingDeployments.Gate drain = gateAt("drain x.slow 1.0.0");
    runtime.drop(FILE, Way.BESIDE.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    Files.delete(runtime.folder.resolve(FILE));
    assertThat(drain.entered.await(20, TimeUnit.SECONDS)).isTrue();

    runtime.drop(FILE, Way.BESIDE.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.PENDING);
    drain.open.countDown();

    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    awaitAlone("1.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void aNewerDropTakesThePlaceOfOneThatIsBeingStarted(Way way) throws Exception {
    slowUpdate(way);

    runtime.drop(FILE, way.quick("3.0.0"));

    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "3.0.0");
    awaitAlone("3.0.0");
    gate.countDown();
    awaitAlone("3.0.0");
    assertThat(runtime.deployments.promoted)
        .noneMatch(deployment -> deployment.version().equals("2.0.0"));
    assertThat(runtime.audit).noneMatch(line -> line.startsWith("bundle.failed"));
  }

  @ParameterizedTest
  @EnumSource
  void theFormerVersionMayComeBackInsteadOfOneThatIsBeingStarted(Way way) throws Exception {
    slowUpdate(way);

    runtime.drop(FILE, way.quick("1.0.0"));

    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");
    awaitAlone("1.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatGoesDuringItsUpdateLeavesNothing(Way way) throws Exception {
    slowUpdate(way);

    assertThat(undeploy(NAME)).hasSize(1);

    awaitNothing();
    runtime.drop(FILE, way.quick("2.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void aPluginThatIsSwitchedOffDuringItsUpdateDoesNotRun(Way way) throws Exception {
    slowUpdate(way);

    runtime.configure("dev.talaria.plugin~" + NAME, Map.of("enabled", "false"));

    runtime.awaitOutcome(FILE, Outcome.DISABLED);
    awaitNothing();
    gate.countDown();
    runtime.configure("dev.talaria.plugin~" + NAME, Map.of());
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoLongerTrustedDuringItsUpdateLeavesTheFormerVersion(Way way) throws Exception {
    slowUpdate(way);

    trustOnly(way.quick("1.0.0"));

    assertThat(runtime.awaitOutcome(FILE, Outcome.REFUSED, "2.0.0").reason())
        .contains("allowed_sha256");
    awaitAlone("1.0.0");
    await()
        .atMost(DeployRuntime.LIMIT)
        .until(() -> runtime.file(FILE).orElseThrow().reason().contains("x.slow 1.0.0 runs on"));
  }

  @ParameterizedTest
  @EnumSource
  void whenNeitherIsTrustedDuringAnUpdateNothingRuns(Way way) throws Exception {
    slowUpdate(way);

    trustOnly(way.quick("9.0.0"));

    runtime.awaitOutcome(FILE, Outcome.REFUSED, "2.0.0");
    awaitNothing();
  }

  private void trustOnly(TestBundle bundle) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bundle.bytes());
    runtime.configure(
        "dev.talaria.deploy",
        Map.of(
            "start_timeout",
            "10m",
            "trust",
            "allowlist",
            "allowed_sha256",
            new String[] {HexFormat.of().formatHex(hash)}));
  }

  @ParameterizedTest
  @EnumSource
  void aRuntimeThatEndsDuringAnUpdateHasOneOfTheTwoAtItsNextStart(Way way) throws Exception {
    slowUpdate(way);

    runtime.close();

    assertThat(runtime.deployments.openBrackets()).isEmpty();
    gate.countDown();
    runtime = new DeployRuntime(home);
    register("gate", gate);
    register("entered", entered);
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    awaitAlone("2.0.0");
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateThatLacksADeclaredToolFails(Way way) throws Exception {
    runtime.configureAgent(Map.of("start_timeout", "200ms"));
    runtime.deployments.stagings.put(
        "x.slow 2.0.0", new Staging(List.of("forecast"), List.of(), List.of()));
    runtime.drop(FILE, way.quick("1.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "1.0.0");

    runtime.drop(FILE, way.quick("2.0.0"));

    assertThat(runtime.awaitOutcome(FILE, Outcome.FAILED, "2.0.0").reason())
        .contains("the running version has [forecast]", "no service came", "x.slow 1.0.0");
    awaitAlone("1.0.0");
    assertThat(runtime.deployments.promoted)
        .noneMatch(deployment -> deployment.version().equals("2.0.0"));
  }

  @Test
  void aRestartIsAnsweredWhenItIsOver() throws Exception {
    gate.countDown();
    runtime.drop(FILE, Way.BESIDE.gated("2.0.0"));
    runtime.awaitOutcome(FILE, Outcome.ACTIVE, "2.0.0");
    RecordingDeployments.Gate drain = gateAt("drain x.slow 2.0.0");

    CompletableFuture<DeployedFile> asked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return runtime.agent().restart(NAME, DeployRuntime.LIMIT);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(drain.entered.await(20, TimeUnit.SECONDS)).isTrue();
    othersAreAnswered();

    assertThat(asked).isNotDone();
    assertThat(runtime.file(FILE).orElseThrow().outcome()).isEqualTo(Outcome.PENDING);
    drain.open.countDown();
    assertThat(asked.get().outcome()).isEqualTo(Outcome.ACTIVE);
  }

  @Test
  void anUpdateThatNeedsASlowOneComesAfterIt() throws Exception {
    RecordingDeployments.Gate drain = gateAt("drain x.slow 1.0.0");
    runtime.drop(FILE, exporter("1.0.0"));
    runtime.drop("needs.jar", importer("1.0.0", "[1,2)"));
    runtime.awaitOutcome("needs.jar", Outcome.ACTIVE);
    runtime.drop(FILE, exporter("2.0.0"));
    assertThat(drain.entered.await(20, TimeUnit.SECONDS)).isTrue();
    runtime.drop("needs.jar", importer("2.0.0", "[2,3)"));
    assertThat(runtime.awaitOutcome("needs.jar", Outcome.FAILED).reason())
        .contains("x.lib [2,3)", "x.needs 1.0.0");

    drain.open.countDown();

    runtime.awaitOutcome("needs.jar", Outcome.ACTIVE, "2.0.0");
    runtime.awaitRunning("x.needs", "2.0.0");
  }

  private static TestBundle exporter(String version) {
    return TestBundle.named(NAME, version)
        .entry("x/lib/data.txt", "data")
        .header("Export-Package", "x.lib;version=" + version);
  }

  private static TestBundle importer(String version, String range) {
    return TestBundle.named("x.needs", version)
        .activator(Marks.class)
        .header("Import-Package", "org.osgi.framework,x.lib;version=\"" + range + "\"");
  }
}
