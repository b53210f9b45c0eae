package dev.talaria.deploy.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.deploy.TestBundle;
import dev.talaria.deploy.internal.making.Workshop;
import dev.talaria.deploy.internal.settings.DeploySettings;
import dev.talaria.deploy.internal.store.Ledger;
import dev.talaria.deploy.internal.store.PrivateCopies;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.CoreFacts;
import dev.talaria.formats.jar.JarLimits;
import dev.talaria.formats.jar.ManifestRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderStateTest {
  private static final Duration SETTLE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofMillis(150);
  private static final FolderState.Cause EVENT = new FolderState.Cause(Set.of(), false, false);
  private static final FolderState.Cause RESCAN = new FolderState.Cause(Set.of(), false, true);

  @TempDir Path home;
  private Path folder;
  private FolderState state;

  @BeforeEach
  void setUp() throws IOException {
    folder = Files.createDirectory(home.resolve("deploy"));
    CoreFacts core = new CoreFacts(Set.of("core"), Set.of(), Set.of(), Map.of(), 17);
    Intake intake =
        new Intake(
            new PrivateCopies(home.resolve("data")),
            new BundleJarReader(JarLimits.DEFAULT),
            new ManifestRules(core, (tool, document) -> Optional.empty()),
            new Workshop(home.resolve("making"), Optional::empty, file -> {}),
            Optional::empty,
            FolderStateTest::settings,
            1 << 20);
    state = new FolderState(intake, new Ledger(), PATIENCE);
  }

  @Test
  void takesWhatIsWholeAtOnce() throws Exception {
    write("a.jar", jar("1.0.0"));

    assertThat(update(EVENT)).isTrue();

    assertThat(file().look()).isInstanceOf(Look.Accepted.class);
    assertThat(file().accepted().orElseThrow().version()).hasToString("1.0.0");
    assertThat(update(EVENT)).isFalse();
    assertThat(state.due()).isEmpty();
  }

  @Test
  void looksAgainAtWhatIsNotWholeUntilItGivesUp() throws Exception {
    byte[] jar = jar("1.0.0");
    write("a.jar", Arrays.copyOf(jar, 100));
    update(EVENT);
    assertThat(file().look()).isInstanceOf(Look.Incomplete.class);
    assertThat(file().isGivenUp()).isFalse();
    assertThat(state.due()).isPresent();

    await()
        .atMost(Duration.ofSeconds(10))
        .pollInterval(SETTLE)
        .until(
            () -> {
              update(EVENT);
              return file().isGivenUp();
            });
    assertThat(state.due()).isEmpty();

    write("a.jar", jar);
    update(EVENT);
    assertThat(file().look()).isInstanceOf(Look.Accepted.class);
  }

  @Test
  void aFileThatGrowsIsNotGivenUp() throws Exception {
    byte[] jar = jar("1.0.0");
    Instant end = Instant.now().plus(PATIENCE.multipliedBy(3));
    int length = 10;
    while (Instant.now().isBefore(end)) {
      write("a.jar", Arrays.copyOf(jar, length++));
      update(EVENT);
      assertThat(file().isGivenUp()).isFalse();
    }
  }

  @Test
  void aChangeThatHidesBehindTheClockIsSeenByTheRescan() throws Exception {
    byte[] first = jar("1.0.0");
    byte[] second = jar("1.0.1");
    assertThat(second).hasSameSizeAs(first);
    write("a.jar", first);
    update(EVENT);
    FileTime time = Files.getLastModifiedTime(folder.resolve("a.jar"));
    Files.write(folder.resolve("a.jar"), second);
    Files.setLastModifiedTime(folder.resolve("a.jar"), time);

    update(RESCAN);

    assertThat(file().accepted().orElseThrow().version()).hasToString("1.0.1");
  }

  @Test
  void aTouchedFileIsLookedInto() throws Exception {
    write("a.jar", jar("1.0.0"));
    update(EVENT);
    long looks = file().looks();

    update(new FolderState.Cause(Set.of("a.jar"), false, false));
    assertThat(file().looks()).isEqualTo(looks + 1);
    update(new FolderState.Cause(Set.of("other.jar"), false, false));
    assertThat(file().looks()).isEqualTo(looks + 1);
  }

  @Test
  void whatItWasIsRememberedWhileItIsUnusable() throws Exception {
    write("a.jar", jar("1.0.0"));
    update(EVENT);

    write("a.jar", TestBundle.named("core", "1.0.0").bytes());
    update(EVENT);

    assertThat(file().look()).isInstanceOf(Look.Refused.class);
    assertThat(file().accepted().orElseThrow().symbolicName()).isEqualTo("a");
    Files.delete(folder.resolve("a.jar"));
    assertThat(update(EVENT)).isTrue();
    assertThat(state.files()).isEmpty();
  }

  @Test
  void aLongFileIsRefused() throws Exception {
    write("a.jar", TestBundle.named("a", "1").entry("pad", new byte[2 << 20]).bytes());

    update(EVENT);

    assertThat(file().look())
        .isInstanceOfSatisfying(
            Look.Refused.class, refused -> assertThat(refused.reason()).contains("limit"));
  }

  @Test
  void aFolderThatIsGoneLeavesWhatIsKnown() throws Exception {
    write("a.jar", jar("1.0.0"));
    update(EVENT);
    Path away = home.resolve("away");
    Files.move(folder, away);

    assertThatThrownBy(() -> update(EVENT)).isInstanceOf(IOException.class);
    assertThat(state.files()).hasSize(1);

    Files.move(away, folder);
    update(EVENT);
    assertThat(file().look()).isInstanceOf(Look.Accepted.class);
  }

  private static DeploySettings settings() {
    return DeploySettings.of(
        new DeploySettings.Raw("deploy", "1s", "1s", "1s", "any", List.of(), List.of(), Map.of()),
        Path.of("home").toAbsolutePath(),
        Optional.empty(),
        problem -> {});
  }

  private boolean update(FolderState.Cause cause) throws IOException {
    return state.update(folder, cause, SETTLE);
  }

  private TrackedFile file() {
    assertThat(state.files()).hasSize(1);
    return state.files().iterator().next();
  }

  private void write(String name, byte[] content) throws IOException {
    Files.write(folder.resolve(name), content);
  }

  private static byte[] jar(String version) {
    return TestBundle.named("a", version).bytes();
  }
}
