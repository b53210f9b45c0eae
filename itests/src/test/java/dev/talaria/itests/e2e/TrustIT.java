package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.bundles.swap.Swapped;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.SigningKey;
import dev.talaria.itests.harness.TestBundle;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code trust=signed} in the distribution: who signed decides what runs, for whom, from when. */
@Timeout(300)
class TrustIT {
  private static final String DEPLOY = "dev.talaria.deploy";
  private static final String NAME = "it.signed";
  private static final String FILE = "it.signed.jar";

  @TempDir Path folder;
  private Home home;
  private SigningKey trusted;
  private SigningKey alsoTrusted;
  private SigningKey stranger;

  @BeforeEach
  void makeKeys() {
    home = Home.in(folder);
    trusted = SigningKey.make(folder, "trusted");
    alsoTrusted = SigningKey.make(folder, "also-trusted");
    stranger = SigningKey.make(folder, "stranger");
  }

  private String signed() {
    return "trust = signed\ntrusted_signers = "
        + trusted.fingerprint()
        + ", "
        + alsoTrusted.fingerprint()
        + "\n";
  }

  private Path bundle(String version) {
    return TestBundle.named(NAME, version)
        .with(Swapped.class, "swapped")
        .entry("content.txt", version.substring(0, 1))
        .in(folder.resolve("built"));
  }

  private static String reason(RuntimeProcess runtime, String outcome, String... words) {
    await()
        .untilAsserted(
            () ->
                assertThat(runtime.awaitOutcome(FILE, outcome).path("reason").asString())
                    .contains(words));
    return runtime.awaitOutcome(FILE, outcome).path("reason").asString();
  }

  private static int answer(RuntimeProcess runtime) {
    return RawMcp.connect(runtime.mcpUrl(), runtime.api().token())
        .call("swapped", Json.object())
        .path("result")
        .path("structuredContent")
        .path("content")
        .asInt(-1);
  }

  @Test
  void onlyWhatATrustedSignerSignedAsAWholeRuns() throws Exception {
    home.configure(DEPLOY, signed());
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      home.drop(bundle("1.0.0"), FILE);
      reason(runtime, "REFUSED", "it is not signed");
      home.drop(stranger.sign(bundle("2.0.0")), FILE);
      reason(runtime, "REFUSED", "none of its signers", stranger.fingerprint());
      home.drop(altered(trusted.sign(bundle("3.0.0"))), FILE);
      reason(runtime, "REFUSED", "content.txt");
      assertThat(runtime.api().toolNames()).doesNotContain("swapped");

      home.drop(trusted.sign(bundle("4.0.0")), FILE);
      runtime.awaitOutcome(FILE, "ACTIVE");
      assertThat(answer(runtime)).isEqualTo(4);

      // The name belongs to the first signer, who alone can update it.
      home.drop(alsoTrusted.sign(bundle("5.0.0")), FILE);
      reason(runtime, "REFUSED", trusted.fingerprint(), "undeploy --forget", "4.0.0 runs on");
      assertThat(answer(runtime)).isEqualTo(4);
      home.drop(trusted.sign(bundle("6.0.0")), FILE);
      runtime.awaitOutcome(FILE, "ACTIVE");
      assertThat(answer(runtime)).isEqualTo(6);
    }
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      runtime.awaitOutcome(FILE, "ACTIVE");
      home.drop(alsoTrusted.sign(bundle("7.0.0")), FILE);
      reason(runtime, "REFUSED", "belongs to the signer", "6.0.0 runs on");
      assertThat(runtime.cli().run("undeploy", NAME, "--forget").exitCode()).isZero();
      runtime.awaitGone(FILE);
      home.drop(alsoTrusted.sign(bundle("8.0.0")), FILE);
      runtime.awaitOutcome(FILE, "ACTIVE");
      assertThat(answer(runtime)).isEqualTo(8);
    }
  }

  @Test
  void trustIsTightenedAtOnceAndLoosenedByARestart() throws Exception {
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      home.drop(trusted.sign(bundle("1.0.0")), FILE);
      runtime.awaitOutcome(FILE, "ACTIVE");
      Path other =
          TestBundle.named("it.unsigned", "1.0.0")
              .entry("readme.txt", "nothing")
              .in(folder.resolve("built"));
      home.drop(other, "it.unsigned.jar");
      runtime.awaitOutcome("it.unsigned.jar", "ACTIVE");

      home.configure(DEPLOY, signed());

      runtime.awaitOutcome("it.unsigned.jar", "REFUSED");
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          Json.texts(runtime.api().get("/bundles").path("bundles"), "symbolicName"))
                      .contains(NAME)
                      .doesNotContain("it.unsigned"));
      runtime.awaitOutcome(FILE, "ACTIVE");
      // What ran before signatures were asked for belongs to its signer from then on.
      home.drop(alsoTrusted.sign(bundle("2.0.0")), FILE);
      reason(runtime, "REFUSED", "belongs to the signer", trusted.fingerprint(), "1.0.0 runs on");

      home.configure(DEPLOY, "trust = any\n");
      home.awaitLogged("trust is loosened", "next start");
      home.drop(bundle("3.0.0"), FILE);
      reason(runtime, "REFUSED", "it is not signed", "1.0.0 runs on");
      assertThat(answer(runtime)).isEqualTo(1);
    }
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      runtime.awaitOutcome(FILE, "ACTIVE");
      runtime.awaitOutcome("it.unsigned.jar", "ACTIVE");
      assertThat(answer(runtime)).isEqualTo(3);
    }
  }

  private static Path altered(Path jar) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
      Files.writeString(files.getPath("content.txt"), "99");
    }
    return jar;
  }
}
