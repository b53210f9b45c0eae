package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent.DeployedFile;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.deploy.fixture.Marks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What lies in the folder, and how it gets there. */
@TestInstance(Lifecycle.PER_CLASS)
class DeployFilesIT {
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
    // What lies there, not what the agent knows of: it may not have told of the last drop yet.
    try (Stream<Path> files = Files.list(runtime.folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    await().atMost(DeployRuntime.LIMIT).until(() -> runtime.agent().files().isEmpty());
  }

  @Test
  void aDroppedBundleRuns() throws Exception {
    runtime.drop("a.jar", marks("drop.a", "1.0.0"));

    runtime.awaitRunning("drop.a", "1.0.0");
    DeployedFile file = runtime.awaitOutcome("a.jar", Outcome.ACTIVE);
    assertThat(file.symbolicName()).isEqualTo("drop.a");
    assertThat(file.reason()).isEmpty();
    assertThat(runtime.deployments.steps)
        .containsSubsequence(
            "admit drop.a 1.0.0", "open drop.a", "promote drop.a 1.0.0", "close drop.a");
    assertThat(runtime.audit).contains("bundle.installed drop.a 1.0.0");
    assertThat(runtime.bundles("drop.a").get(0).getLocation()).startsWith("talaria:deploy/drop.a/");
  }

  @Test
  void aBundleThatIsCopiedInPiecesIsTakenWhenItIsWhole() throws Exception {
    byte[] jar = marks("drop.slow", "1.0.0").entry("pad.bin", new byte[40_000]).bytes();
    Path file = runtime.folder.resolve("slow.jar");
    try (OutputStream out = Files.newOutputStream(file)) {
      int sent = 0;
      while (sent < jar.length) {
        int piece = Math.min(1 + jar.length / 6, jar.length - sent);
        if (sent > 0) {
          runtime.awaitOutcome("slow.jar", Outcome.PENDING);
          assertThat(runtime.bundles("drop.slow")).isEmpty();
        }
        out.write(jar, sent, piece);
        out.flush();
        sent += piece;
      }
    }

    runtime.awaitRunning("drop.slow", "1.0.0");
  }

  @Test
  void anOverwriteInPiecesLeavesTheOldOneRunning() throws Exception {
    runtime.drop("over.jar", marks("drop.over", "1.0.0"));
    runtime.awaitRunning("drop.over", "1.0.0");
    byte[] next = marks("drop.over", "1.1.0").bytes();
    Path file = runtime.folder.resolve("over.jar");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(next, 0, 100);
      out.flush();
      DeployedFile pending = runtime.awaitOutcome("over.jar", Outcome.PENDING);
      assertThat(pending.reason()).contains("drop.over 1.0.0 runs on");
      assertThat(runtime.running("drop.over")).containsExactly("1.0.0");
      out.write(next, 100, next.length - 100);
    }

    runtime.awaitRunning("drop.over", "1.1.0");
  }

  @Test
  void aChangeOfTheSameSizeAndTimeIsSeen() throws Exception {
    byte[] first = marks("drop.same", "1.0.0").entry("x", "a").bytes();
    byte[] second = marks("drop.same", "1.0.1").entry("x", "b").bytes();
    Path file = runtime.folder.resolve("same.jar");
    Files.write(file, first);
    runtime.awaitRunning("drop.same", "1.0.0");
    FileTime time = Files.getLastModifiedTime(file);
    assertThat(second).hasSameSizeAs(first);

    Files.write(file, second);
    Files.setLastModifiedTime(file, time);

    runtime.awaitRunning("drop.same", "1.0.1");
  }

  @Test
  void aTruncatedBundleIsRefusedAfterAWhileAndTakenWhenMended() throws Exception {
    byte[] jar = marks("drop.cut", "1.0.0").bytes();
    Files.write(runtime.folder.resolve("cut.jar"), Arrays.copyOf(jar, jar.length - 30));
    Files.write(runtime.folder.resolve("empty.jar"), new byte[0]);

    assertThat(runtime.awaitOutcome("cut.jar", Outcome.PENDING).reason()).contains("not whole");
    assertThat(runtime.awaitOutcome("cut.jar", Outcome.REFUSED).reason())
        .contains("truncated or corrupt");
    assertThat(runtime.awaitOutcome("empty.jar", Outcome.REFUSED).reason()).contains("empty");
    Files.write(runtime.folder.resolve("cut.jar"), jar);

    runtime.awaitRunning("drop.cut", "1.0.0");
  }

  @Test
  void whatIsNotMeantIsListedWithItsReason() throws Exception {
    Files.createDirectory(runtime.folder.resolve("folder.jar"));
    Files.writeString(runtime.folder.resolve("notes.txt"), "notes");
    Files.writeString(runtime.folder.resolve(".x.jar.tmp"), "half");
    Files.createSymbolicLink(runtime.folder.resolve("link.jar"), Path.of("nowhere"));

    assertThat(runtime.awaitOutcome("folder.jar", Outcome.IGNORED).reason()).contains("directory");
    assertThat(runtime.awaitOutcome("notes.txt", Outcome.IGNORED).reason()).contains(".jar");
    assertThat(runtime.awaitOutcome(".x.jar.tmp", Outcome.IGNORED).reason()).contains("temporary");
    assertThat(runtime.awaitOutcome("link.jar", Outcome.IGNORED).reason()).contains("link");
  }

  @Test
  void aLinkToABundleIsFollowed() throws Exception {
    Path outside = Files.createDirectories(home.resolve("outside"));
    Files.write(outside.resolve("v1"), marks("drop.link", "1.0.0").bytes());
    Files.write(outside.resolve("v2"), marks("drop.link", "2.0.0").bytes());
    Path link = runtime.folder.resolve("linked.jar");
    Files.createSymbolicLink(link, outside.resolve("v1"));
    runtime.awaitRunning("drop.link", "1.0.0");

    Path swap = runtime.folder.resolve(".swap");
    Files.createSymbolicLink(swap, outside.resolve("v2"));
    Files.move(swap, link, StandardCopyOption.ATOMIC_MOVE);

    runtime.awaitRunning("drop.link", "2.0.0");
  }

  @Test
  void whatWouldTouchTheCoreIsRefusedBeforeItIsInstalled() throws Exception {
    String core = "dev.talaria.deploy";
    Map<String, TestBundle> refused =
        Map.of(
            "fragment.jar",
            TestBundle.named("bad.fragment", "1").header("Fragment-Host", core),
            "extension.jar",
            TestBundle.named("bad.extension", "1")
                .header("Fragment-Host", "system.bundle;extension:=framework")
                .header("ExtensionBundle-Activator", Marks.class.getName())
                .type(Marks.class),
            "core.jar",
            TestBundle.named(core, "99"),
            "api.jar",
            TestBundle.named("bad.api", "1").entry("dev/talaria/api/Tool.class", "x"),
            "export.jar",
            TestBundle.named("bad.export", "1").header("Export-Package", "org.slf4j;version=3"),
            "cm.jar",
            TestBundle.named("bad.cm", "1").header("Import-Package", "org.osgi.service.cm"),
            "pid.jar",
            TestBundle.named("bad.pid", "1")
                .header("Service-Component", "c.xml")
                .entry("c.xml", "<component name='x' configuration-pid='dev.talaria.deploy'/>"),
            "plain.jar",
            TestBundle.named("", "1").header("Bundle-SymbolicName", " "));
    for (Map.Entry<String, TestBundle> file : refused.entrySet()) {
      runtime.drop(file.getKey(), file.getValue());
    }

    for (String file : refused.keySet()) {
      assertThat(runtime.awaitOutcome(file, Outcome.REFUSED).reason()).as(file).isNotBlank();
    }
    assertThat(runtime.awaitOutcome("fragment.jar", Outcome.REFUSED).reason())
        .contains("fragment of dev.talaria.deploy");
    assertThat(runtime.bundles(core)).hasSize(1);
    assertThat(runtime.context().getBundles())
        .noneMatch(bundle -> bundle.getSymbolicName().startsWith("bad."));
    assertThat(runtime.audit).contains("bundle.refused bad.cm 1");
  }

  @Test
  void aRefusedOverwriteLeavesTheOldOneRunning() throws Exception {
    runtime.drop("keep.jar", marks("drop.keep", "1.0.0"));
    runtime.awaitRunning("drop.keep", "1.0.0");

    runtime.drop("keep.jar", marks("drop.keep", "2.0.0").header("Fragment-Host", "other"));

    assertThat(runtime.awaitOutcome("keep.jar", Outcome.REFUSED).reason())
        .contains("drop.keep 1.0.0 runs on");
    assertThat(runtime.running("drop.keep")).containsExactly("1.0.0");
  }

  @Test
  void deployAndUndeployWaitForTheOutcome() throws Exception {
    byte[] jar = marks("drop.cmd", "1.0.0").bytes();

    DeployedFile deployed =
        runtime.agent().deploy("cmd.jar", new ByteArrayInputStream(jar), DeployRuntime.LIMIT);
    assertThat(deployed.outcome()).isEqualTo(Outcome.ACTIVE);
    assertThat(runtime.running("drop.cmd")).containsExactly("1.0.0");

    List<DeployedFile> removed = runtime.agent().undeploy("drop.cmd", false, DeployRuntime.LIMIT);
    assertThat(removed).extracting(DeployedFile::file).containsExactly("cmd.jar");
    assertThat(runtime.running("drop.cmd")).isEmpty();
    assertThat(runtime.folder.resolve("cmd.jar")).doesNotExist();
    assertThat(runtime.agent().undeploy("drop.cmd", false, DeployRuntime.LIMIT)).isEmpty();
  }

  @Test
  void badNamesAndBadContentAreSaid() throws Exception {
    byte[] text = "no jar".getBytes(StandardCharsets.UTF_8);
    for (String name : List.of("../x.jar", "x.txt", ".x.jar", "", "a/b.jar")) {
      assertThatThrownBy(
              () ->
                  runtime.agent().deploy(name, new ByteArrayInputStream(text), DeployRuntime.LIMIT))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
    DeployedFile refused =
        runtime.agent().deploy("text.jar", new ByteArrayInputStream(text), DeployRuntime.LIMIT);
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
    assertThatThrownBy(() -> runtime.agent().restart("nobody", Duration.ofSeconds(5)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nobody");
  }

  @Test
  void manyFilesAtOnceAreTaken() throws Exception {
    for (int i = 0; i < 100; i++) {
      Files.write(
          runtime.folder.resolve("many" + i + ".jar"),
          TestBundle.named("many.b" + i, "1.0.0").bytes());
    }

    await()
        .atMost(DeployRuntime.LIMIT)
        .until(
            () ->
                runtime.agent().files().stream()
                        .filter(file -> file.outcome() == Outcome.ACTIVE)
                        .count()
                    == 100);
  }

  private static TestBundle marks(String symbolicName, String version) {
    return TestBundle.named(symbolicName, version).activator(Marks.class);
  }
}
