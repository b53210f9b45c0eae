package dev.talaria.registry.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolFilter;
import dev.talaria.registry.internal.table.Visibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
  private static final Recipient ME =
      new Recipient("s-1", SessionSpec.of("me", "", ToolFilter.ALL, List.of()), Visibility.ALL);

  @TempDir Path home = Path.of("no-such-folder");
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private ResultStore store(long maxBytes) {
    return new ResultStore(
        Optional.of(home.resolve("results")),
        new StoreBounds(Duration.ofHours(24), maxBytes, () -> now));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private void age(String id, Duration age) throws IOException {
    for (Path file : files()) {
      if (file.getFileName().toString().equals(id + ".txt")) {
        Files.setLastModifiedTime(file, FileTime.from(now.minus(age)));
      }
    }
  }

  @Test
  void namesAreSafeAndTheirOwn() throws IOException {
    ResultStore store = store(1_000_000);
    for (String callId :
        List.of(
            "toolu_01",
            "../../etc/passwd",
            "",
            ".hidden",
            "-rf",
            "a b/c\0d",
            "x".repeat(5_000),
            "s-1.7")) {
      String one = store.save(ME, callId, "one", 3).id();
      String two = store.save(ME, callId, "two", 3).id();
      assertThat(one).isNotEqualTo(two).matches("[A-Za-z0-9_][A-Za-z0-9._-]*-[0-9a-f]{12}");
      assertThat(one.length()).isLessThanOrEqualTo(120 + 13);
      assertThat(store.read("me", one)).contains("one");
      assertThat(store.read("you", one)).isEmpty();
    }
    assertThat(files()).allMatch(file -> file.startsWith(home.resolve("results")));
    assertThat(store.save(ME, "s-1.7", "t", 1).id()).startsWith("call.7-");
  }

  @Test
  void oldOnesGoAndUnfinishedOnesToo() throws IOException {
    ResultStore store = store(1_000_000);
    String old = store.save(ME, "old", "text", 4).id();
    String young = store.save(ME, "young", "text", 4).id();
    age(old, Duration.ofHours(25));
    age(young, Duration.ofHours(23));
    Path left = files().get(0).resolveSibling(ResultStore.UNFINISHED + "x");
    Files.writeString(left, "half");
    Files.setLastModifiedTime(left, FileTime.from(now.minus(Duration.ofHours(25))));
    store.sweep();
    assertThat(store.read("me", old)).isEmpty();
    assertThat(store.read("me", young)).isPresent();
    assertThat(files()).hasSize(1);
  }

  @Test
  void theOldestGoWhenAllTogetherAreTooLarge() throws IOException {
    ResultStore store = store(1_000);
    String first = store.save(ME, "first", "x".repeat(400), 400).id();
    age(first, Duration.ofMinutes(2));
    String second = store.save(ME, "second", "x".repeat(400), 400).id();
    age(second, Duration.ofMinutes(1));
    String third = store.save(ME, "third", "x".repeat(400), 400).id();
    assertThat(store.read("me", first)).isEmpty();
    assertThat(store.read("me", second)).isPresent();
    assertThat(store.read("me", third)).isPresent();
    assertThatThrownBy(() -> store.save(ME, "too much", "x".repeat(2_000), 2_000))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aNewRuntimeFindsWhatTheLastOneKept() throws IOException {
    String id = store(1_000).save(ME, "before", "kept", 4).id();
    assertThat(store(1_000).read("me", id)).contains("kept");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    ResultStore store = store(1_000);
    String id = store.save(ME, "mine", "text", 4).id();
    Path file = files().get(0);
    Files.writeString(home.resolve("secret"), "secret");
    Files.delete(file);
    Files.createSymbolicLink(file, home.resolve("secret"));
    assertThat(store.read("me", id)).isEmpty();
  }

  @Property(tries = 300)
  void noIdLeadsOut(@ForAll String id) throws IOException {
    assertThat(store(1_000).read("me", id)).isEmpty();
  }
}
