package dev.talaria.config.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcPersistenceManagerTest {
  @TempDir Path home;
  private final Map<String, String> environment = new HashMap<>(Map.of("HOST", "localhost"));
  private Path etc;
  private Path lastGood;
  private ConfigStore store;
  private EtcPersistenceManager manager;

  @BeforeEach
  void open() throws IOException {
    etc = home.resolve("etc");
    lastGood = home.resolve("data/config/last-good");
    store =
        new ConfigStore(
            EtcFolder.open(etc, environment::get), new LastGood(lastGood, environment::get));
    store.readAll();
    manager = new EtcPersistenceManager(store, FactoryPids.open(home.resolve("data")));
  }

  private static Dictionary<String, Object> properties(String pid, Map<String, Object> values) {
    Dictionary<String, Object> properties = new Hashtable<>(values);
    properties.put("service.pid", pid);
    return properties;
  }

  @Test
  void writesOnlyWhatChanged() throws IOException {
    Path file = Files.writeString(etc.resolve("a.cfg"), "# c\nurl = ${env:HOST}\nn = 1\n");
    open();
    Dictionary<?, ?> loaded = manager.load("a");
    assertThat(loaded.get("url")).isEqualTo("localhost");
    assertThat(loaded.get("service.bundleLocation")).isEqualTo("?");
    manager.store("a", properties("a", Map.of("url", "localhost", "n", 2)));
    assertThat(file).hasContent("# c\nurl = ${env:HOST}\nn = 2\n");
    manager.store("a", properties("a", Map.of("url", "${env:HOST}", "n", 2)));
    assertThat(file).hasContent("# c\nurl = \\${env:HOST}\nn = 2\n");
  }

  @Test
  void keepsAnEditThatWasNotTakenYet() throws IOException {
    Path file = Files.writeString(etc.resolve("a.cfg"), "n = 1\n");
    open();
    Files.writeString(file, "n = 1\nedited = yes\n");
    manager.store("a", properties("a", Map.of("n", 2)));
    assertThat(file).hasContent("n = 2\nedited = yes\n");
    assertThat(store.isStale("a")).isTrue();
  }

  @Test
  void refusesToWriteIntoAFileThatCannotBeRead() throws IOException {
    Path file = Files.writeString(etc.resolve("a.cfg"), "n = 1\n");
    open();
    Files.writeString(file, "n = 1\nhalf");
    assertThatThrownBy(() -> manager.store("a", properties("a", Map.of("n", 2))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2");
    assertThat(file).hasContent("n = 1\nhalf");
    assertThat(manager.load("a").get("n")).isEqualTo("1");
    // Nothing to write, nothing to refuse: Config Admin stores a new location like this.
    manager.store("a", properties("a", Map.of("n", 1)));
  }

  @Test
  void refusesWhatHasNoFile() {
    assertThatThrownBy(() -> manager.load("a")).isInstanceOf(IOException.class);
    String pid = "x".repeat(300);
    assertThatThrownBy(() -> manager.store(pid, properties(pid, Map.of())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too long");
    assertThatThrownBy(
            () -> manager.store("a", properties("a", Map.of("o", Map.of("no", "simple type")))))
        .isInstanceOf(IOException.class);
    assertThat(etc).isEmptyDirectory();
  }

  @Test
  void staysInTheFolderWhateverThePid() throws IOException {
    manager.store("../../a/b", properties("../../a/b", Map.of("k", "v")));
    assertThat(etc.resolve("%2E.%2F..%2Fa%2Fb.cfg")).hasContent("k = v\n");
    assertThat(home).isDirectoryNotContaining("glob:**/a");
    open();
    assertThat(manager.load("../../a/b").get("k")).isEqualTo("v");
  }

  @Test
  void ignoresFilesThatAreNoConfigurations() throws IOException {
    for (String name : List.of(".a.cfg.123.tmp", "a.cfg~", "mcp.json", "b c.cfg", ".d.cfg")) {
      Files.writeString(etc.resolve(name), "k = v\n");
    }
    open();
    assertThat(manager.getDictionaries().hasMoreElements()).isFalse();
    assertThat(store.unreadablePids()).isEmpty();
  }

  @Test
  void anEmptyFileCountsWhenItHasBeenEmptyForAWhile() throws IOException {
    Files.createFile(etc.resolve("fresh.cfg"));
    Path old = Files.createFile(etc.resolve("old.cfg"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(10)));
    open();
    assertThat(manager.exists("old")).isTrue();
    assertThat(manager.exists("fresh")).isFalse();
    assertThat(store.unreadablePids()).isEqualTo(Set.of("fresh"));
  }

  @Test
  void aConfigurationThatLostItsLastValueIsNoFileInTheMaking() throws IOException {
    manager.store("a", properties("a", Map.of("k", "v")));
    manager.store("a", properties("a", Map.of()));
    manager.store("b", properties("b", Map.of()));
    assertThat(store.isStale("a")).isFalse();
    manager.store("a", properties("a", Map.of("k", "w")));
    manager.store("a", properties("a", Map.of()));
    open();
    assertThat(store.unreadablePids()).isEmpty();
    assertThat(manager.exists("a")).isTrue();
    assertThat(manager.exists("b")).isTrue();
  }

  @Test
  void keepsGeneratedFactoryPidsAside() throws IOException {
    Dictionary<String, Object> properties = properties("f.123", Map.of("k", "v"));
    properties.put("service.factoryPid", "f");
    manager.store("f.123", properties);
    assertThat(etc.resolve("f.123.cfg")).hasContent("k = v\n");
    open();
    assertThat(manager.load("f.123").get("service.factoryPid")).isEqualTo("f");
    assertThat(manager.load("f.123").get("k")).isEqualTo("v");
    manager.delete("f.123");
    assertThat(etc).isEmptyDirectory();
    open();
    manager.store("f.123", properties("f.123", Map.of("k", "v")));
    assertThat(manager.load("f.123").get("service.factoryPid")).isNull();
  }

  private void broken(String pid) throws IOException {
    Files.writeString(etc.resolve(pid + ".cfg"), "half");
    open();
    assertThat(store.unreadablePids()).contains(pid);
  }

  @Test
  void aStartWithABrokenFileHasTheLastGoodValues() throws IOException {
    Files.writeString(
        etc.resolve("a.cfg"),
        "required_owner = t=g\nallow_x = true\ngrants = g\nn = 1\nallowed_sha256 = ab\n");
    open();
    broken("a");
    Dictionary<?, ?> loaded = manager.load("a");
    assertThat(loaded.get("required_owner")).isEqualTo("t=g");
    assertThat(loaded.get("n")).isEqualTo("1");
    assertThat(loaded.get("allow_x")).isEqualTo("false");
    assertThat(loaded.get("allowed_sha256")).isEqualTo("ab");
    assertThat((String[]) loaded.get("grants")).isEmpty();
    broken("a");
    assertThat(manager.load("a").get("required_owner")).isEqualTo("t=g");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lastGood)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(lastGood.resolve("a.cfg"))))
        .isEqualTo("rw-------");
  }

  @Test
  void theLastGoodValuesAreThoseThatWereStored() throws IOException {
    manager.store("a", properties("a", Map.of("deny", List.of("x", "y"), "approval", "allow")));
    Files.writeString(etc.resolve("a.cfg"), "deny = not taken yet\n");
    manager.store("a", properties("a", Map.of("deny", List.of("x", "y"), "n", 1)));
    broken("a");
    assertThat((String[]) manager.load("a").get("deny")).containsExactly("x", "y");
    assertThat(manager.load("a").get("approval")).isNull();
  }

  @Test
  void aDeletedConfigurationHasNoLastGoodValues() throws IOException {
    manager.store("a", properties("a", Map.of("deny", "x")));
    manager.store("b", properties("b", Map.of("deny", "x")));
    manager.delete("a");
    broken("a");
    assertThat(manager.exists("a")).isFalse();
    Files.delete(etc.resolve("b.cfg"));
    open();
    broken("b");
    assertThat(manager.exists("b")).isFalse();
  }

  @Test
  void secretsOfTheEnvironmentStayThereAndGuardsOutliveTheirVariable() throws IOException {
    environment.put("SECRET", "s3cret");
    environment.put("GUARD", "t=g");
    Files.writeString(
        etc.resolve("a.cfg"), "token = ${env:SECRET}\nrequired_owner = ${env:GUARD}\nn = 1\n");
    open();
    assertThat(lastGood.resolve("a.cfg")).content().doesNotContain("s3cret");
    environment.remove("GUARD");
    open();
    assertThat(store.unreadablePids()).containsExactly("a");
    assertThat(manager.load("a").get("required_owner")).isEqualTo("t=g");
    assertThat(manager.load("a").get("token")).isEqualTo("s3cret");
    environment.clear();
    open();
    assertThat(manager.load("a").get("required_owner")).isEqualTo("t=g");
    assertThat(manager.load("a").get("n")).isEqualTo("1");
    assertThat(manager.load("a").get("token")).isNull();
  }

  @Test
  void notesChangesWithoutTheirValues() throws IOException {
    manager.store("a", properties("a", Map.of("token", "secret", "n", 1)));
    manager.store("a", properties("a", Map.of("token", "secret", "n", 2)));
    manager.delete("a");
    assertThat(store.changes().drain())
        .containsExactly(
            new Change("a", Set.of("token", "n"), "bundle", false),
            new Change("a", Set.of("n"), "bundle", false),
            new Change("a", Set.of("token", "n"), "bundle", true));
    assertThat(store.changes().drain()).isEmpty();
  }
}
