package dev.talaria.deploy.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.Ledger;
import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.jar.BundleManifest;
import dev.talaria.formats.jar.InvalidManifestException;
import dev.talaria.formats.jar.JarSignature;
import dev.talaria.formats.jar.Signer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final String ALICE = "a".repeat(64);
  private static final String BOB = "b".repeat(64);
  private static final Instant TODAY = Instant.parse("2026-06-01T00:00:00Z");

  private final Ledger ledger = new Ledger();
  private final SetClock clock = new SetClock();
  private final Admission admission = new Admission(ledger, clock);

  @Test
  void withAnyNothingIsAskedOfAFile() {
    assertThat(admission.distrust(content("1", new JarSignature.Unsigned()), settings("any")))
        .isEmpty();
  }

  @Test
  void allowlistAsksForTheHash() {
    assertThat(admission.distrust(content("1", signed(ALICE)), settings("allowlist")))
        .get()
        .asString()
        .contains("allowed_sha256");
  }

  @Test
  void signedAsksForAWholeSignatureOfATrustedSigner() {
    DeploySettings settings = settings("signed", ALICE);

    assertThat(admission.distrust(content("1", signed(ALICE)), settings)).isEmpty();
    assertThat(admission.distrust(content("1", signed(BOB, ALICE)), settings)).isEmpty();
    assertThat(admission.distrust(content("1", signed(BOB)), settings))
        .get()
        .asString()
        .contains("trusted_signers", BOB, "CN=" + BOB);
    assertThat(admission.distrust(content("1", new JarSignature.Unsigned()), settings))
        .get()
        .asString()
        .contains("not signed");
    assertThat(admission.distrust(content("1", new JarSignature.Partial("a hole")), settings))
        .get()
        .asString()
        .contains("a hole");
  }

  @Test
  void anOwnerBelongsToItsSignerUntilItIsForgotten() {
    DeploySettings settings = settings("signed", ALICE, BOB);
    admission.bind(content("1", signed(ALICE)), settings);

    assertThat(admission.distrust(content("2", signed(ALICE)), settings)).isEmpty();
    assertThat(admission.distrust(content("3", signed(BOB)), settings))
        .get()
        .asString()
        .contains("belongs to the signer " + ALICE, "undeploy --forget com.example");

    ledger.forget("com.example");
    assertThat(admission.distrust(content("3", signed(BOB)), settings)).isEmpty();
  }

  @Test
  void onlyTrustInSignersBinds() {
    admission.bind(content("1", signed(ALICE)), settings("any", ALICE));

    assertThat(ledger.signer("com.example")).isEmpty();
  }

  @Test
  void anExpiredCertificateLetsNothingNewIn() {
    DeploySettings settings = settings("signed", ALICE);
    Content running = content("1", signed(ALICE));
    assertThat(admission.distrust(running, settings)).isEmpty();

    clock.now = TODAY.plus(Duration.ofDays(400));

    assertThat(admission.distrust(running, settings)).as("what runs goes on").isEmpty();
    assertThat(admission.distrust(content("2", signed(ALICE)), settings))
        .get()
        .asString()
        .contains("valid only from");
    assertThat(new Admission(ledger, clock).distrust(running, settings))
        .as("not in the next run")
        .isPresent();
  }

  private static JarSignature signed(String... hashes) {
    return new JarSignature.Whole(
        Arrays.stream(hashes)
            .map(
                hash ->
                    new Signer(
                        hash, "CN=" + hash, TODAY.minusSeconds(1), TODAY.plus(Duration.ofDays(99))))
            .collect(Collectors.toSet()));
  }

  private static Content content(String sha256, JarSignature signature) {
    try {
      return new Content(
          sha256,
          BundleManifest.of(
              Map.of("Bundle-ManifestVersion", "2", "Bundle-SymbolicName", "com.example")),
          signature,
          List.of(),
          DroppedKind.BUNDLE);
    } catch (InvalidManifestException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static DeploySettings settings(String trust, String... signers) {
    return DeploySettings.of(
        new DeploySettings.Raw(
            "deploy", "1s", "1s", "1s", trust, List.of(), List.of(signers), Map.of()),
        Path.of("home").toAbsolutePath(),
        Optional.empty(),
        problem -> assertThat(Set.of(problem)).isEmpty());
  }

  private static final class SetClock extends Clock {
    private Instant now = TODAY;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
