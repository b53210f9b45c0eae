package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.DeployedFile;
import dev.talaria.admin.DeployAgent.InstalledBundle;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Deployment;
import dev.talaria.admin.Staging;
import dev.talaria.deploy.fixture.Fails;
import dev.talaria.deploy.fixture.Greeter;
import dev.talaria.deploy.fixture.Hangs;
import dev.talaria.deploy.fixture.HangsInStop;
import dev.talaria.deploy.fixture.Marks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceRegistration;

/** How bundles come, change and go. */
@TestInstance(Lifecycle.PER_CLASS)
class DeployBundlesIT {
  private static final String DOCUMENT =
      """
      {"name":"t","toolset":"s","description":"d","inputSchema":{"type":"object","properties":{}}}
      """;

  @TempDir static Path home;
  private DeployRuntime runtime;

  @BeforeAll
  void start() throws Exception {
    runtime = new DeployRuntime(home);
    await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
  }

  @AfterAll
  void stop() throws Exception {
    runtime.close();
  }

  @AfterEach
  void emptyTheFolder() throws Exception {
    System.clearProperty("fixture.mended");
    System.setProperty("fixture.released", "true");
    // What lies there, not what the agent knows of: it may not have told of the last drop yet.
    try (Stream<Path> files = Files.list(runtime.folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.agent().files().isEmpty());
    await()
        .atMost(DeployRuntime.LIMIT)
        .untilAsserted(
            () ->
                assertThat(runtime.agent().bundles())
                    .extracting(InstalledBundle::broughtBy)
                    .containsOnly("core"));
    assertThat(runtime.deployments.openBrackets()).isEmpty();
    runtime.deployments.steps.clear();
    System.clearProperty("fixture.released");
  }

  @Test
  void anUpdateStartsTheNewOneBesideTheOldOneAndMovesTheNamesInOneStep() throws Exception {
    runtime.drop("u.jar", marks("b.update", "1.0.0"));
    runtime.awaitRunning("b.update", "1.0.0");
    runtime.awaitOutcome("u.jar", Outcome.ACTIVE);
    runtime.deployments.steps.clear();

    runtime.drop("u.jar", marks("b.update", "1.1.0"));

    runtime.awaitOutcome("u.jar", Outcome.ACTIVE, "1.1.0");
    runtime.awaitRunning("b.update", "1.1.0");
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles("b.update").size() == 1);
    assertThat(runtime.deployments.steps)
        .containsExactly(
            "admit b.update 1.1.0",
            "stage b.update 1.1.0",
            "promote b.update 1.1.0",
            "retire b.update 1.0.0",
            "dismiss b.update 1.0.0");
    assertThat(runtime.audit).contains("bundle.updated b.update 1.1.0");
  }

  @Test
  void theOldOneStaysUntilItsCallsAreBack() throws Exception {
    runtime.drop("c.jar", marks("b.calls", "1.0.0"));
    runtime.awaitRunning("b.calls", "1.0.0");
    CompletableFuture<Void> calls = new CompletableFuture<>();
    runtime.deployments.calls.put("b.calls 1.0.0", calls);

    runtime.drop("c.jar", marks("b.calls", "2.0.0"));
    runtime.awaitOutcome("c.jar", Outcome.ACTIVE, "2.0.0");
    // Others are served meanwhile, and the same content may come back beside itself.
    runtime.drop("c.jar", marks("b.calls", "1.0.0").entry("again.txt", ""));
    runtime.awaitOutcome("c.jar", Outcome.ACTIVE, "1.0.0");

    assertThat(runtime.running("b.calls")).contains("1.0.0");
    assertThat(runtime.bundles("b.calls")).hasSizeGreaterThan(1);
    assertThat(runtime.agent().bundles())
        .filteredOn(bundle -> bundle.symbolicName().equals("b.calls"))
        .extracting(InstalledBundle::broughtBy)
        .contains("c.jar", "an earlier version, until its calls are back");
    calls.complete(null);
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles("b.calls").size() == 1);
  }

  @Test
  void onlySoManyVersionsOfOneBundleMayHaveCalls() throws Exception {
    runtime.drop("m.jar", marks("b.many", "1.0.0"));
    runtime.awaitRunning("b.many", "1.0.0");
    for (int i = 1; i <= 6; i++) {
      runtime.deployments.calls.put("b.many 1." + (i - 1) + ".0", new CompletableFuture<>());
      runtime.drop("m.jar", marks("b.many", "1." + i + ".0"));
      runtime.awaitOutcome("m.jar", Outcome.ACTIVE, "1." + i + ".0");
    }

    assertThat(runtime.running("b.many"))
        .containsExactlyInAnyOrder("1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0");
    assertThat(runtime.deployments.steps).contains("drain b.many 1.0.0", "drain b.many 1.1.0");
    runtime.deployments.calls.values().forEach(calls -> calls.complete(null));
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles("b.many").size() == 1);
  }

  @Test
  void anUpdateThatWouldLoseAToolNeverTouchesTheOldOne() throws Exception {
    runtime.drop("l.jar", marks("b.lose", "1.0.0"));
    runtime.awaitRunning("b.lose", "1.0.0");
    runtime.deployments.stagings.put(
        "b.lose 2.0.0",
        new Staging(List.of(), List.of("the tool x cannot be made: no station"), List.of()));
    runtime.deployments.steps.clear();

    runtime.drop("l.jar", marks("b.lose", "2.0.0"));

    assertThat(runtime.awaitOutcome("l.jar", Outcome.FAILED).reason())
        .contains("the tool x cannot be made: no station", "b.lose 1.0.0", "runs instead");
    assertThat(runtime.running("b.lose")).containsExactly("1.0.0");
    assertThat(runtime.deployments.steps)
        .containsExactly("admit b.lose 2.0.0", "stage b.lose 2.0.0", "dismiss b.lose 2.0.0");
  }

  @Test
  void aDeclaredToolThatDoesNotComeIsWaitedForAtMostTheStartTimeout() throws Exception {
    runtime.configureAgent(Map.of("start_timeout", "500ms"));
    try {
      runtime.drop("w.jar", marks("b.late", "1.0.0"));
      runtime.awaitRunning("b.late", "1.0.0");
      runtime.deployments.stagings.put(
          "b.late 2.0.0", new Staging(List.of("late_tool"), List.of(), List.of()));

      runtime.drop("w.jar", marks("b.late", "2.0.0"));

      assertThat(runtime.awaitOutcome("w.jar", Outcome.FAILED).reason())
          .contains("late_tool", "no service came within 500 ms");
      assertThat(runtime.running("b.late")).containsExactly("1.0.0");
    } finally {
      runtime.configureAgent(Map.of());
    }
  }

  @Test
  void aBundleThatWantsItIsUpdatedInPlace() throws Exception {
    runtime.drop("p.jar", marks("b.place", "1.0.0").header("Talaria-Update", "in-place"));
    runtime.awaitRunning("b.place", "1.0.0");
    runtime.awaitOutcome("p.jar", Outcome.ACTIVE);
    runtime.deployments.steps.clear();

    runtime.drop("p.jar", marks("b.place", "1.1.0").header("Talaria-Update", "in-place"));

    runtime.awaitOutcome("p.jar", Outcome.ACTIVE, "1.1.0");
    assertThat(runtime.running("b.place")).containsExactly("1.1.0");
    assertThat(runtime.deployments.steps)
        .containsExactly(
            "open b.place",
            "admit b.place 1.1.0",
            "drain b.place 1.0.0",
            "stage b.place 1.1.0",
            "promote b.place 1.1.0",
            "dismiss b.place 1.0.0",
            "close b.place");
  }

  @Test
  void theOldOneComesBackInPlaceWhereTheToolsOfTheNewOneCannotBeMade() throws Exception {
    runtime.deployments.stagings.put(
        "b.unmade 1.1.0", new Staging(List.of(), List.of("the tool t cannot be made"), List.of()));
    for (String header : List.of("Talaria-Update", "Export-Package")) {
      String value = header.equals("Talaria-Update") ? "in-place" : "b.shown";
      String file = header + ".jar";
      runtime.drop(file, marks("b.unmade", "1.0.0").header(header, value).entry("b/shown/A", ""));
      runtime.awaitRunning("b.unmade", "1.0.0");

      runtime.drop(file, marks("b.unmade", "1.1.0").header(header, value).entry("b/shown/A", ""));

      assertThat(runtime.awaitOutcome(file, Outcome.FAILED).reason())
          .contains("the tool t cannot be made");
      assertThat(runtime.running("b.unmade")).containsExactly("1.0.0");
      assertThat(runtime.bundles("b.unmade")).hasSize(1);
      emptyTheFolder();
    }
  }

  @Test
  void theSameVersionWithOtherContentIsAnUpdate() throws Exception {
    runtime.drop("s.jar", marks("b.same", "1.0.0"));
    runtime.awaitRunning("b.same", "1.0.0");
    long first = runtime.bundles("b.same").get(0).getBundleId();

    runtime.drop("s.jar", marks("b.same", "1.0.0").entry("more.txt", "more"));

    await()
        .atMost(DeployRuntime.LIMIT)
        .until(
            () ->
                runtime.bundles("b.same").size() == 1
                    && runtime.bundles("b.same").get(0).getBundleId() != first
                    && runtime.running("b.same").size() == 1);
  }

  @Test
  void ofTwoVersionsTheHighestStandsAndTheOtherTakesOver() throws Exception {
    runtime.drop("one.jar", marks("b.two", "1.2.0"));
    runtime.awaitRunning("b.two", "1.2.0");
    runtime.drop("two.jar", marks("b.two", "1.10.0"));

    runtime.awaitRunning("b.two", "1.10.0");
    assertThat(runtime.awaitOutcome("one.jar", Outcome.SUPERSEDED).reason())
        .contains("version 1.10.0 of two.jar stands");
    runtime.drop("old.jar", marks("b.two", "0.9.0"));
    runtime.awaitOutcome("old.jar", Outcome.SUPERSEDED);
    Files.delete(runtime.folder.resolve("two.jar"));

    runtime.awaitOutcome("one.jar", Outcome.ACTIVE, "1.2.0");
    runtime.awaitRunning("b.two", "1.2.0");
  }

  @Test
  void ofEqualVersionsTheOneTakenLastStands() throws Exception {
    runtime.drop("z.jar", marks("b.equal", "1.0.0"));
    runtime.awaitOutcome("z.jar", Outcome.ACTIVE);
    runtime.drop("a.jar", marks("b.equal", "1.0.0").entry("other.txt", "x"));

    runtime.awaitOutcome("a.jar", Outcome.ACTIVE);
    runtime.awaitOutcome("z.jar", Outcome.SUPERSEDED);
  }

  @Test
  void anUpdateThatDoesNotStartBringsTheLastGoodBack() throws Exception {
    runtime.drop("f.jar", marks("b.fails", "1.0.0"));
    runtime.awaitRunning("b.fails", "1.0.0");
    runtime.awaitOutcome("f.jar", Outcome.ACTIVE);
    runtime.deployments.steps.clear();

    runtime.drop("f.jar", TestBundle.named("b.fails", "2.0.0").activator(Fails.class));

    assertThat(runtime.awaitOutcome("f.jar", Outcome.FAILED).reason())
        .contains("the station does not answer", "b.fails 1.0.0", "runs instead");
    assertThat(runtime.running("b.fails")).containsExactly("1.0.0");
    assertThat(runtime.deployments.steps)
        .containsExactly("admit b.fails 2.0.0", "dismiss b.fails 2.0.0");
    assertThat(runtime.audit).contains("bundle.failed b.fails 2.0.0");

    System.setProperty("fixture.mended", "true");
    DeployedFile restarted = runtime.agent().restart("b.fails", DeployRuntime.LIMIT);
    assertThat(restarted.outcome()).isEqualTo(Outcome.ACTIVE);
    assertThat(restarted.version()).isEqualTo("2.0.0");
    runtime.awaitRunning("b.fails");
  }

  @Test
  void anUpdateThatDoesNotResolveNeverTouchesTheOldOne() throws Exception {
    runtime.drop("r.jar", marks("b.resolve", "1.0.0"));
    runtime.awaitRunning("b.resolve", "1.0.0");
    runtime.awaitOutcome("r.jar", Outcome.ACTIVE);
    runtime.deployments.steps.clear();

    runtime.drop(
        "r.jar",
        marks("b.resolve", "2.0.0")
            .header("Import-Package", "org.osgi.framework,not.there;version=\"[1.0,2)\""));

    assertThat(runtime.awaitOutcome("r.jar", Outcome.FAILED).reason())
        .contains("not.there [1.0,2)", "no bundle exports");
    assertThat(runtime.deployments.steps).noneMatch(step -> step.startsWith("drain"));
    assertThat(runtime.running("b.resolve")).containsExactly("1.0.0");
  }

  @Test
  void singletonsAndExportersAreUpdatedInTurn() throws Exception {
    runtime.drop("x.jar", exporter("1.0.0").activator(Marks.class));
    runtime.awaitRunning("b.lib", "1.0.0");
    runtime.drop("x.jar", exporter("1.1.0").activator(Marks.class));
    runtime.awaitRunning("b.lib", "1.1.0");

    runtime.drop("x.jar", exporter("1.2.0").activator(Fails.class));

    assertThat(runtime.awaitOutcome("x.jar", Outcome.FAILED).reason()).contains("1.1.0");
    assertThat(runtime.running("b.lib")).containsExactly("1.1.0");

    String single = "b.single;singleton:=true";
    runtime.drop("one.jar", marks(single, "1.0.0"));
    runtime.awaitRunning("b.single", "1.0.0");
    runtime.drop("one.jar", marks(single, "2.0.0"));
    runtime.awaitRunning("b.single", "2.0.0");
  }

  @Test
  void aRemovedFileTakesItsBundleAlong() throws Exception {
    runtime.drop("gone.jar", marks("b.gone", "1.0.0"));
    runtime.awaitRunning("b.gone", "1.0.0");
    runtime.awaitOutcome("gone.jar", Outcome.ACTIVE);
    runtime.deployments.steps.clear();

    Files.delete(runtime.folder.resolve("gone.jar"));

    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.bundles("b.gone").isEmpty());
    await()
        .atMost(DeployRuntime.LIMIT)
        .untilAsserted(
            () ->
                assertThat(runtime.deployments.steps)
                    .containsExactly(
                        "open b.gone",
                        "drain b.gone 1.0.0",
                        "dismiss b.gone 1.0.0",
                        "close b.gone"));
    await()
        .atMost(DeployRuntime.LIMIT)
        .until(() -> runtime.audit.contains("bundle.removed b.gone 1.0.0"));
  }

  @Test
  void aBundleThatDoesNotResolveWaitsAndHeals() throws Exception {
    runtime.drop(
        "needs.jar",
        marks("b.needs", "1.0.0")
            .header("Import-Package", "org.osgi.framework,b.lib;version=\"[1.0,2)\""));

    assertThat(runtime.awaitOutcome("needs.jar", Outcome.WAITING).reason())
        .isEqualTo("it needs the package b.lib [1.0,2), which no bundle exports");
    assertThat(runtime.agent().bundles())
        .filteredOn(bundle -> bundle.symbolicName().equals("b.needs"))
        .singleElement()
        .satisfies(
            bundle -> {
              assertThat(bundle.state()).isEqualTo("INSTALLED");
              assertThat(bundle.broughtBy()).isEqualTo("needs.jar");
            });

    runtime.drop("lib.jar", exporter("0.5.0"));
    await()
        .atMost(DeployRuntime.LIMIT)
        .until(
            () ->
                runtime
                    .file("needs.jar")
                    .orElseThrow()
                    .reason()
                    .contains("b.lib exports as 0.5.0"));
    runtime.drop("lib.jar", exporter("1.5.0"));
    runtime.awaitRunning("b.needs", "1.0.0");
    // Else the outcome from before could be taken for the one to come.
    runtime.awaitOutcome("needs.jar", Outcome.ACTIVE);

    Files.delete(runtime.folder.resolve("lib.jar"));
    runtime.awaitOutcome("needs.jar", Outcome.WAITING);
    assertThat(runtime.running("b.needs")).isEmpty();

    runtime.drop("lib.jar", exporter("1.6.0"));
    runtime.awaitRunning("b.needs", "1.0.0");
  }

  @Test
  void aBundleThatHangsInItsStartIsGivenUpAndTheOthersGoOn() throws Exception {
    runtime.configureAgent(Map.of("start_timeout", "500ms"));
    try {
      runtime.drop("hang.jar", TestBundle.named("b.hang", "1.0.0").activator(Hangs.class));
      assertThat(runtime.awaitOutcome("hang.jar", Outcome.FAILED).reason())
          .contains("did not start within 500 ms", "hangs");

      runtime.drop("next.jar", marks("b.next", "1.0.0"));
      runtime.awaitRunning("b.next", "1.0.0");
      runtime.drop("hang.jar", marks("b.hang", "1.0.1"));
      runtime.awaitRunning("b.hang", "1.0.1");

      System.setProperty("fixture.released", "true");
      await()
          .atMost(DeployRuntime.LIMIT)
          .untilAsserted(
              () ->
                  assertThat(runtime.bundles("b.hang"))
                      .extracting(bundle -> bundle.getVersion().toString())
                      .containsExactly("1.0.1"));
    } finally {
      runtime.configureAgent(Map.of());
    }
  }

  @Test
  void nobodyWaitsForABundleThatHangs() throws Exception {
    System.clearProperty("fixture.released");
    runtime.drop("hang.jar", TestBundle.named("b.hang2", "1.0.0").activator(Hangs.class));
    runtime.drop("stop.jar", TestBundle.named("b.stop", "1.0.0").activator(HangsInStop.class));
    runtime.awaitOutcome("stop.jar", Outcome.ACTIVE);
    assertThat(runtime.awaitOutcome("hang.jar", Outcome.PENDING).reason())
        .contains("still starting");

    long begin = System.nanoTime();
    Files.delete(runtime.folder.resolve("stop.jar"));
    runtime.drop("quick.jar", marks("b.quick", "1.0.0"));
    runtime.awaitOutcome("quick.jar", Outcome.ACTIVE);
    Files.delete(runtime.folder.resolve("hang.jar"));
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.file("hang.jar").isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(7));
    System.setProperty("fixture.released", "true");
    await()
        .atMost(DeployRuntime.LIMIT)
        .untilAsserted(
            () -> {
              assertThat(runtime.bundles("b.stop")).isEmpty();
              assertThat(runtime.bundles("b.hang2")).isEmpty();
            });
    assertThat(runtime.deployments.openBrackets()).isEmpty();
  }

  @Test
  void aSlowStartIsNotCutOff() throws Exception {
    System.clearProperty("fixture.released");
    runtime.drop("slow.jar", TestBundle.named("b.slow", "1.0.0").activator(Hangs.class));
    runtime.awaitOutcome("slow.jar", Outcome.PENDING);
    await().atMost(DeployRuntime.LIMIT).until(() -> !runtime.bundles("b.slow").isEmpty());

    System.setProperty("fixture.released", "true");

    runtime.awaitOutcome("slow.jar", Outcome.ACTIVE);
    assertThat(runtime.deployments.promoted)
        .extracting(Deployment::symbolicName)
        .contains("b.slow");
  }

  @Test
  void aComponentThatWaitsIsExplained() throws Exception {
    runtime.drop(
        "waits.jar",
        TestBundle.named("b.waits", "1.0.0")
            .type(Greeter.class)
            .header("Service-Component", "OSGI-INF/*.xml")
            .entry("OSGI-INF/greeter.xml", component("greeter", "optional"))
            .entry("OSGI-INF/configured.xml", component("configured", "require")));
    runtime.awaitOutcome("waits.jar", Outcome.ACTIVE);

    String wanted =
        "component greeter waits for the service java.util.function.Supplier (reference wanted)";
    String configured = "component configured waits for its configuration (etc/configured.cfg)";
    assertThat(runtime.file("waits.jar").orElseThrow().reason()).contains(wanted, configured);
    assertThat(runtime.agent().bundles())
        .filteredOn(bundle -> bundle.symbolicName().equals("b.waits"))
        .flatExtracting(InstalledBundle::waitingFor)
        .containsExactlyInAnyOrder(wanted, configured);

    Supplier<String> supplier = () -> "hello";
    ServiceRegistration<?> registration =
        runtime.context().registerService(Supplier.class, supplier, null);
    runtime.configure("configured", Map.of("any", "value"));
    try {
      await()
          .atMost(DeployRuntime.LIMIT)
          .until(() -> runtime.file("waits.jar").orElseThrow().reason().isEmpty());
    } finally {
      registration.unregister();
      runtime.configure("configured", Map.of());
    }
  }

  @Test
  void aPluginThatIsSwitchedOffDoesNotRun() throws Exception {
    runtime.drop("off.jar", marks("b.off", "1.0.0"));
    runtime.awaitRunning("b.off", "1.0.0");

    for (Object off : List.of("false", false, "TRUE", 1)) {
      runtime.configure("dev.talaria.plugin~b.off", Map.of("enabled", off));
      runtime.awaitOutcome("off.jar", Outcome.DISABLED);
      assertThat(runtime.running("b.off")).isEmpty();
      runtime.configure("dev.talaria.plugin~b.off", Map.of("enabled", "true"));
      runtime.awaitOutcome("off.jar", Outcome.ACTIVE);
    }
    runtime.configure("dev.talaria.plugin~b.off", Map.of());
    runtime.awaitRunning("b.off", "1.0.0");
  }

  @Test
  void stoppedFromOutsideIsSaidAndRestarted() throws Exception {
    runtime.drop("stop.jar", marks("b.stop", "1.0.0"));
    runtime.awaitRunning("b.stop", "1.0.0");
    Bundle bundle = runtime.bundles("b.stop").get(0);

    bundle.stop();

    assertThat(runtime.awaitOutcome("stop.jar", Outcome.FAILED).reason()).contains("stopped");
    assertThat(runtime.agent().restart("stop.jar", DeployRuntime.LIMIT).outcome())
        .isEqualTo(Outcome.ACTIVE);
    assertThat(runtime.running("b.stop")).containsExactly("1.0.0");
  }

  @Test
  void ownersKeepTheirPlaceUntilTheyAreForgotten() throws Exception {
    runtime.drop("q.jar", marks("b.place", "1.0.0"));
    runtime.awaitRunning("b.place", "1.0.0");
    long first = last("b.place").sequence();

    runtime.agent().undeploy("q.jar", false, DeployRuntime.LIMIT);
    runtime.drop("q.jar", marks("b.place", "1.1.0"));
    runtime.awaitRunning("b.place", "1.1.0");
    assertThat(last("b.place").sequence()).isEqualTo(first);

    runtime.agent().undeploy("b.place", true, DeployRuntime.LIMIT);
    runtime.drop("q.jar", marks("b.place", "1.2.0"));
    runtime.awaitRunning("b.place", "1.2.0");
    assertThat(last("b.place").sequence()).isGreaterThan(first);
  }

  @Test
  void trustIsTightenedAtOnceAndLoosenedOnlyByARestart() throws Exception {
    Path own = Files.createDirectories(home.resolve("trust"));
    DeployRuntime other = new DeployRuntime(own);
    try {
      await().atMost(DeployRuntime.LIMIT).until(other::isReady);
      TestBundle listed = marks("b.listed", "1.0.0");
      other.drop("listed.jar", listed);
      other.drop("other.jar", marks("b.unlisted", "1.0.0"));
      other.awaitRunning("b.unlisted", "1.0.0");
      String sha256 =
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(listed.bytes()));

      other.configure(
          "dev.talaria.deploy",
          Map.of("trust", "allowlist", "allowed_sha256", new String[] {sha256}));

      assertThat(other.awaitOutcome("other.jar", Outcome.REFUSED).reason())
          .contains("allowed_sha256");
      other.awaitOutcome("listed.jar", Outcome.ACTIVE);
      assertThat(other.running("b.unlisted")).isEmpty();

      other.configure(
          "dev.talaria.deploy", Map.of("trust", "any", "allowed_sha256", new String[] {sha256}));
      other.drop("late.jar", marks("b.late", "1.0.0"));
      other.awaitOutcome("late.jar", Outcome.REFUSED);
      other.awaitOutcome("listed.jar", Outcome.ACTIVE);
      other.configure("dev.talaria.deploy", Map.of("trust", "signed"));
      assertThat(other.awaitOutcome("listed.jar", Outcome.REFUSED).reason()).contains("signed");
    } finally {
      other.close();
    }
  }

  @Test
  void whatCannotBeUsedIsRefusedBeforeWhatRunsIsTouched() throws Exception {
    TestBundle good =
        marks("b.declares", "1.0.0")
            .header(
                "Provide-Capability", "dev.talaria.tool;dev.talaria.tool=t;toolset=s;schema=t.json")
            .entry("t.json", DOCUMENT);
    runtime.drop("declares.jar", good);
    runtime.awaitOutcome("declares.jar", Outcome.ACTIVE);
    long running = runtime.bundles("b.declares").get(0).getBundleId();

    runtime.drop(
        "declares.jar",
        marks("b.declares", "1.1.0")
            .header(
                "Provide-Capability", "dev.talaria.tool;dev.talaria.tool=t;toolset=s;schema=t.json")
            .entry("t.json", DOCUMENT.replace("\"object\",", "\"object\",\"pattern\":7,")));

    assertThat(runtime.awaitOutcome("declares.jar", Outcome.REFUSED).reason())
        .contains("its tool t cannot be used", "inputSchema", "1.0.0 runs on");
    runtime.drop(
        "declares.jar",
        marks("b.declares", "1.2.0")
            .header("Import-Package", "org.osgi.framework,dev.talaria.api;version=\"[2,3)\""));
    assertThat(runtime.awaitOutcome("declares.jar", Outcome.REFUSED, "1.2.0").reason())
        .contains("imports dev.talaria.api [2,3)", "1.0.0 runs on");
    assertThat(runtime.bundles("b.declares"))
        .extracting(Bundle::getBundleId)
        .containsExactly(running);
    assertThat(runtime.running("b.declares")).containsExactly("1.0.0");
  }

  @Test
  void whatNobodyTrustsDoesNotEndWhatRuns() throws Exception {
    DeployRuntime other = new DeployRuntime(Files.createDirectories(home.resolve("untrusted")));
    try {
      TestBundle listed = marks("b.kept", "1.0.0");
      String sha256 =
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(listed.bytes()));
      await().atMost(DeployRuntime.LIMIT).until(other::isReady);
      other.configure(
          "dev.talaria.deploy",
          Map.of("trust", "allowlist", "allowed_sha256", new String[] {sha256}));
      other.drop("kept.jar", listed);
      other.awaitOutcome("kept.jar", Outcome.ACTIVE);

      other.drop("kept.jar", marks("b.kept", "2.0.0"));

      assertThat(other.awaitOutcome("kept.jar", Outcome.REFUSED).reason())
          .contains("allowed_sha256", "b.kept 1.0.0 runs on");
      assertThat(other.running("b.kept")).containsExactly("1.0.0");
    } finally {
      other.close();
    }
  }

  private Deployment last(String symbolicName) {
    return runtime.deployments.promoted.stream()
        .filter(deployment -> deployment.symbolicName().equals(symbolicName))
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private static TestBundle marks(String symbolicName, String version) {
    return TestBundle.named(symbolicName, version).activator(Marks.class);
  }

  private static TestBundle exporter(String version) {
    return TestBundle.named("b.lib", version)
        .entry("b/lib/data.txt", "data")
        .header("Export-Package", "b.lib;version=" + version);
  }

  private static String component(String name, String policy) {
    return """
        <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="%s"
            configuration-policy="%s" immediate="true">
          <implementation class="%s"/>
          <reference name="wanted" interface="java.util.function.Supplier" bind="bind"/>
        </scr:component>
        """
        .formatted(name, policy, Greeter.class.getName());
  }
}
