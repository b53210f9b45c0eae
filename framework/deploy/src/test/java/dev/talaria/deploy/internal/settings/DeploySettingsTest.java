package dev.talaria.deploy.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.formats.dropped.DroppedKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeploySettingsTest {
  private static final Path HOME = Path.of("home").toAbsolutePath();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Object> doors = new HashMap<>();

  @Test
  void readsWhatIsConfigured() {
    DeploySettings settings = read("drop", "1m", "allowlist", List.of(" ABC "), Optional.empty());

    assertThat(settings.folder()).isEqualTo(HOME.resolve("drop"));
    assertThat(settings.startTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.trust()).isEqualTo(Trust.ALLOWLIST);
    assertThat(settings.allowedSha256()).containsExactly("abc");
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"200ms,200", "5s,5000", "2 m,120000", "1h,3600000", "' 7s ',7000"})
  void readsDurations(String text, long millis) {
    assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "5 days", "99999999999s", "0s"})
  void whatIsNoDurationLeavesWhatHeld(String text) {
    DeploySettings before = read("deploy", "3s", "any", List.of(), Optional.empty());

    assertThat(read("deploy", text, "any", List.of(), Optional.of(before)).startTimeout())
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(read("deploy", text, "any", List.of(), Optional.empty()).startTimeout())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(problems).hasSize(2).allMatch(problem -> problem.contains("start_timeout"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ANY", "any,allowlist", "nonsense", "signed"})
  void whatIsNotClearlyOpenIsClosed(String trust) {
    assertThat(read("deploy", "1s", trust, List.of("abc"), Optional.empty()).trust())
        .isEqualTo(Trust.SIGNED);
  }

  @Test
  void readsFingerprintsAsToolsPrintThem() {
    DeploySettings settings =
        DeploySettings.of(
            new DeploySettings.Raw(
                "deploy",
                "1s",
                "1s",
                "1s",
                "signed",
                List.of(),
                List.of("AB:".repeat(31) + "cd", "x"),
                Map.of()),
            HOME,
            Optional.empty(),
            problems::add);

    assertThat(settings.trustedSigners()).containsExactly("ab".repeat(31) + "cd");
    assertThat(problems).singleElement().asString().contains("trusted_signers 'x'");
  }

  @Test
  void trustIsLoosenedByNoChangeAtRunTime() {
    DeploySettings closed = read("deploy", "1s", "signed", List.of(), Optional.empty());

    DeploySettings after = read("deploy", "1s", "any", List.of(), Optional.of(closed));

    assertThat(after.trust()).isEqualTo(Trust.SIGNED);
    assertThat(problems).singleElement().asString().contains("next start");
    assertThat(read("deploy", "1s", "signed", List.of(), Optional.of(after)).trust())
        .isEqualTo(Trust.SIGNED);
  }

  @Test
  void whatATrustThatStaysNamesStaysWithIt() {
    DeploySettings closed = read("deploy", "1s", "allowlist", List.of("abc"), Optional.empty());

    DeploySettings after = read("deploy", "1s", "any", List.of(), Optional.of(closed));

    assertThat(after.trust()).isEqualTo(Trust.ALLOWLIST);
    assertThat(after.allowedSha256()).containsExactly("abc");
    assertThat(read("deploy", "1s", "allowlist", List.of(), Optional.of(after)).allowedSha256())
        .isEmpty();
  }

  @Test
  void onlyTrueAsOperatorsWriteItOpensADoor() {
    for (Object value : List.of("TRUE", "True", " true", 1, List.of("true"), false, "yes")) {
      doors.put("allow_source", value);
      assertThat(open(DroppedKind.SOURCE, Optional.empty())).as("%s", value).isFalse();
    }
    for (Object value : List.of("true", true)) {
      doors.put("allow_source", value);
      assertThat(open(DroppedKind.SOURCE, Optional.empty())).as("%s", value).isTrue();
    }
    assertThat(open(DroppedKind.PLAIN_JAR, Optional.empty())).isFalse();
    assertThat(open(DroppedKind.BUNDLE, Optional.empty())).isTrue();
  }

  @Test
  void doorsCloseAtOnceAndOpenAtTheNextStart() {
    doors.put("allow_plain_jar", "true");
    DeploySettings open = read("deploy", "1s", "any", List.of(), Optional.empty());
    doors.put("allow_plain_jar", "false");

    DeploySettings closed = read("deploy", "1s", "any", List.of(), Optional.of(open));
    doors.put("allow_plain_jar", "true");

    assertThat(closed.refusal(DroppedKind.PLAIN_JAR))
        .get()
        .asString()
        .contains("allow_plain_jar=true in dev.talaria.deploy");
    assertThat(open(DroppedKind.PLAIN_JAR, Optional.of(closed))).isFalse();
    assertThat(problems).singleElement().asString().contains("allow_plain_jar", "next start");
  }

  @ParameterizedTest
  @ValueSource(strings = {"allowlist", "signed", "nonsense"})
  void sourcesAreTakenWithTrustInEverythingOnly(String trust) {
    doors.put("allow_source", "true");
    doors.put("allow_plain_jar", "true");

    DeploySettings settings = read("deploy", "1s", trust, List.of(), Optional.empty());

    assertThat(settings.refusal(DroppedKind.SOURCE)).get().asString().contains("trust=any only");
    assertThat(settings.refusal(DroppedKind.PLAIN_JAR)).isEmpty();
  }

  private boolean open(DroppedKind kind, Optional<DeploySettings> before) {
    return read("deploy", "1s", "any", List.of(), before).refusal(kind).isEmpty();
  }

  private DeploySettings read(
      String folder,
      String startTimeout,
      String trust,
      List<String> hashes,
      Optional<DeploySettings> before) {
    return DeploySettings.of(
        new DeploySettings.Raw(
            folder, "200ms", "5s", startTimeout, trust, hashes, List.of(), doors),
        HOME,
        before,
        problems::add);
  }
}
