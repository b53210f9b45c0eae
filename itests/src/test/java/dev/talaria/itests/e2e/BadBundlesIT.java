package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.bundles.greet.Greet;
import dev.talaria.itests.bundles.rival.Rival;
import dev.talaria.itests.bundles.waiting.WaitsForService;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Files in {@code deploy/} that cannot be taken as they are: each has an outcome and a reason, and
 * a bundle that was there before goes on.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadBundlesIT {
  private Path built;
  private Home home;
  private RuntimeProcess runtime;
  private byte[] sound;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    built = Files.createDirectory(folder.resolve("built"));
    home = Home.in(folder);
    home.configure("dev.talaria.deploy", "settle = 100ms\n");
    runtime = RuntimeProcess.start(home);
    home.drop(TestBundle.named("it.greet", "1.0.0").with(Greet.class, "greet").in(built));
    runtime.awaitOutcome("it.greet.jar", "ACTIVE");
    sound = Files.readAllBytes(TestBundle.named("it.sound", "1.0.0").entry("x.txt", "x").in(built));
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @AfterEach
  void nothingElseIsDisturbed() {
    assertThat(runtime.api().call("greet", Json.object("name", "Ada")).toString())
        .contains("Hello Ada");
    assertThat(runtime.api().toolNames())
        .containsExactly(
            "greet",
            "patch",
            "process",
            "read_file",
            "read_result",
            "search_files",
            "terminal",
            "write_file");
    JsonNode bundles = runtime.api().get("/bundles").path("bundles");
    for (JsonNode bundle : bundles) {
      if (bundle.path("broughtBy").asString().equals("core")) {
        assertThat(bundle.path("state").asString()).as(bundle.toString()).isEqualTo("ACTIVE");
      }
    }
  }

  private String reason(String file, String outcome) {
    return runtime.awaitOutcome(file, outcome).path("reason").asString();
  }

  private void drop(TestBundle bundle) {
    home.drop(bundle.in(built));
  }

  @Test
  void filesThatAreNoJars() throws Exception {
    byte[] corrupt = sound.clone();
    Arrays.fill(corrupt, 40, corrupt.length - 60, (byte) 7);
    Files.write(home.deploy().resolve("corrupt.jar"), corrupt);
    Files.write(home.deploy().resolve("truncated.jar"), Arrays.copyOf(sound, sound.length - 30));
    Files.write(home.deploy().resolve("empty.jar"), new byte[0]);
    Files.writeString(home.deploy().resolve("text.jar"), "This is no JAR.\n");
    Files.writeString(home.deploy().resolve("notes.txt"), "This is no JAR and does not say so.\n");
    Files.createDirectory(home.deploy().resolve("folder.jar"));

    assertThat(reason("folder.jar", "IGNORED")).contains("directory");
    assertThat(reason("notes.txt", "IGNORED")).contains(".jar");
    assertThat(reason("empty.jar", "REFUSED")).contains("empty");
    assertThat(reason("truncated.jar", "REFUSED")).contains("truncated or corrupt");
    assertThat(reason("corrupt.jar", "REFUSED")).isNotBlank();
    assertThat(reason("text.jar", "REFUSED")).contains("truncated or corrupt");
    home.awaitLogged("truncated.jar", "Refused");
  }

  @Test
  void aFileThatIsCopiedSlowlyIsTakenWhenItIsWhole() throws Exception {
    Path file = home.deploy().resolve("slow.jar");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(sound, 0, sound.length / 2);
      out.flush();
      assertThat(reason("slow.jar", "PENDING")).contains("not whole yet");
      out.write(sound, sound.length / 2, sound.length - sound.length / 2);
    }
    runtime.awaitOutcome("slow.jar", "ACTIVE");
    Files.delete(file);
    runtime.awaitGone("slow.jar");
  }

  @Test
  void bundlesThatWouldTouchTheCore() {
    String host = "dev.talaria.registry";
    drop(TestBundle.named("dev.talaria.registry", "99.0.0").entry("x.txt", "x"));
    drop(TestBundle.named("it.fragment", "1").header("Fragment-Host", host).entry("x.txt", "x"));
    drop(
        TestBundle.named("it.extension", "1")
            .header("Fragment-Host", "system.bundle;extension:=framework")
            .entry("x.txt", "x"));
    drop(TestBundle.named("it.copy", "1").entry("dev/talaria/api/Tool.class", "x"));
    drop(
        TestBundle.named("it.insider", "1")
            .header("Import-Package", "dev.talaria.admin")
            .entry("x.txt", "x"));

    assertThat(reason("dev.talaria.registry.jar", "REFUSED")).contains("core bundle");
    assertThat(reason("it.fragment.jar", "REFUSED")).contains("fragment of " + host);
    assertThat(reason("it.extension.jar", "REFUSED")).contains("extension");
    assertThat(reason("it.copy.jar", "REFUSED")).contains("own copy of dev.talaria.api");
    assertThat(reason("it.insider.jar", "REFUSED")).contains("dev.talaria.admin");
    home.awaitLogged("Refused", "it.insider.jar", "dev.talaria.admin");
    assertThat(runtime.cli("bundles").done().out())
        .contains("it.copy.jar", "REFUSED", "own copy of dev.talaria.api");
  }

  @Test
  void ofTwoFilesOfOneBundleOneStands() throws Exception {
    home.drop(TestBundle.named("it.twin", "1.0.0").entry("x.txt", "1").in(built), "one.jar");
    runtime.awaitOutcome("one.jar", "ACTIVE");
    home.drop(TestBundle.named("it.twin", "1.1.0").entry("x.txt", "2").in(built), "two.jar");
    runtime.awaitOutcome("two.jar", "ACTIVE");
    assertThat(reason("one.jar", "SUPERSEDED")).contains("1.1.0", "two.jar");
    Files.delete(home.deploy().resolve("two.jar"));
    runtime.awaitOutcome("one.jar", "ACTIVE");
  }

  @Test
  void aBundleThatDoesNotResolveSaysWhatItNeeds() {
    drop(
        TestBundle.named("it.needs", "1")
            .header("Import-Package", "not.there;version=\"[1,2)\"")
            .entry("x.txt", "x"));
    assertThat(reason("it.needs.jar", "WAITING")).contains("not.there");
    drop(
        TestBundle.named("it.gives", "1")
            .header("Export-Package", "not.there;version=1.0;-noimport:=true")
            .entry("not/there/x.txt", "x"));
    runtime.awaitOutcome("it.needs.jar", "ACTIVE");
  }

  @Test
  void aComponentThatWaitsSaysForWhat() throws Exception {
    drop(
        TestBundle.named("it.waits", "1")
            .with(WaitsForService.class, "waits_for_service", "waits_for_configuration"));
    assertThat(reason("it.waits.jar", "ACTIVE"))
        .contains("java.lang.Comparable", "missing", "it.waits.configuration.cfg");
    home.configure("it.waits.configuration", "any = value\n");
    runtime.explained(
        "it stands once it is configured",
        () -> runtime.api().standing("waits_for_configuration").isPresent());
    assertThat(runtime.api().call("waits_for_configuration", Json.object()).toString())
        .contains("configured");
    Files.delete(home.deploy().resolve("it.waits.jar"));
    runtime.awaitGone("it.waits.jar");
  }

  @Test
  void aToolWithATakenNameIsRefusedAndItsBundleRuns() {
    drop(TestBundle.named("it.rival", "1").with(Rival.class, "read_file"));
    JsonNode row = runtime.awaitOutcome("it.rival.jar", "ACTIVE");
    assertThat(row.path("tools").path(0).path("state").asString()).isEqualTo("REFUSED");
    assertThat(row.path("tools").path(0).path("reason").asString())
        .contains("dev.talaria.files", "override");
    home.awaitLogged("REJECTED", "read_file", "it.rival", "dev.talaria.files");
    assertThat(runtime.api().standing("read_file").orElseThrow().path("owner").asString())
        .isEqualTo("dev.talaria.files");
  }
}
