package dev.talaria.ops.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AuditRecord;
import dev.talaria.guard.secrets.SecretRedactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AuditWriterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00.123456Z"));

  private static final AuditLines LINES =
      new AuditLines(SecretRedactor.ofMessages(Map.of("X_TOKEN", "correct horse")));

  private final JsonMapper json = new JsonMapper();
  @TempDir Path temp;

  private Path logs() {
    return temp.resolve("logs");
  }

  private AuditWriter writer(long maxBytes, int keep, int queue, int recent) {
    return new AuditWriter(new AuditFiles(logs(), maxBytes, keep), CLOCK, LINES, queue, recent);
  }

  private AuditWriter started() {
    AuditWriter writer = writer(1 << 20, 3, 10_000, 1000);
    writer.start();
    return writer;
  }

  private List<String> file(String name) throws IOException {
    return Files.readAllLines(logs().resolve(name));
  }

  @Test
  void anEventIsALineOfJson() throws IOException {
    AuditWriter writer = started();
    Map<String, String> details = new LinkedHashMap<>();
    details.put("tool", "a\n\"b\"");
    details.put("seq", "99");
    writer.record("tool.arrived", details);
    writer.close(PATIENCE);

    assertThat(file("audit.jsonl"))
        .containsExactly(
            "{\"seq\":1,\"time\":\"2026-01-01T00:00:00.123Z\",\"kind\":\"tool.arrived\","
                + "\"tool\":\"a\\n\\\"b\\\"\",\"detail.seq\":\"99\"}");
    assertThat(writer.tail(10)).isEqualTo(file("audit.jsonl"));
  }

  @Test
  void theTrailIsForItsOwnerOnly() throws IOException {
    Files.createDirectories(logs());
    Path file = Files.createFile(logs().resolve("audit.jsonl"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    AuditWriter writer = started();
    writer.record("a", Map.of());
    writer.close(PATIENCE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLinkInPlaceOfTheFileIsNotFollowed() throws IOException {
    Files.createDirectories(logs());
    Path target = Files.createFile(temp.resolve("target"));
    Files.createSymbolicLink(logs().resolve("audit.jsonl"), target);
    AuditWriter writer = started();
    writer.record("a", Map.of());
    writer.close(PATIENCE);
    assertThat(target).isEmptyFile();
    assertThat(writer.problem()).isPresent();
  }

  @Test
  void numberingGoesOnOverRestarts() throws IOException {
    for (int run = 0; run < 3; run++) {
      AuditWriter writer = started();
      writer.record("run", Map.of("n", Integer.toString(run)));
      writer.close(PATIENCE);
    }
    assertThat(sequences(file("audit.jsonl"))).containsExactly(1L, 2L, 3L);
    AuditWriter writer = started();
    assertThat(sequences(writer.tail(2))).containsExactly(2L, 3L);
    writer.close(PATIENCE);
  }

  @Test
  void halfALineOfACrashSpoilsNothing() throws IOException {
    Files.createDirectories(logs());
    Files.writeString(
        logs().resolve("audit.jsonl"), "{\"seq\":41,\"kind\":\"a\"}\n{\"seq\":42,\"ki");
    AuditWriter writer = started();
    writer.record("b", Map.of());
    writer.close(PATIENCE);
    List<String> lines = file("audit.jsonl");
    assertThat(lines).hasSize(3);
    assertThat(json.readTree(lines.get(2)).get("seq").longValue()).isEqualTo(42);
  }

  @Test
  void filesAreRotatedAndBoundedInNumber() throws IOException {
    AuditWriter writer = writer(500, 3, 10_000, 10);
    writer.start();
    for (int i = 1; i <= 200; i++) {
      writer.record("event", Map.of("i", Integer.toString(i)));
      long wanted = i;
      // One at a time, so that each event is a batch of its own.
      await()
          .pollInterval(Duration.ofMillis(1))
          .atMost(PATIENCE)
          .until(() -> last(writer) == wanted);
    }
    writer.close(PATIENCE);
    try (var files = Files.list(logs())) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "audit.jsonl", "audit.1.jsonl", "audit.2.jsonl", "audit.3.jsonl");
    }
    List<Long> all = new ArrayList<>();
    for (String name : List.of("audit.3.jsonl", "audit.2.jsonl", "audit.1.jsonl", "audit.jsonl")) {
      assertThat(Files.size(logs().resolve(name))).isLessThanOrEqualTo(500);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(logs().resolve(name))))
          .isEqualTo("rw-------");
      all.addAll(sequences(file(name)));
    }
    assertConsecutive(all);
    assertThat(all.get(all.size() - 1)).isEqualTo(200);

    AuditWriter next = writer(500, 3, 10, 10);
    assertThat(sequences(next.tail(10))).hasSize(10).endsWith(200L);
  }

  private long last(AuditWriter writer) {
    List<Long> tail = sequences(writer.tail(1));
    return tail.isEmpty() ? 0 : tail.get(0);
  }

  @Test
  void whatDoesNotFitIsDroppedCountedAndReported() throws IOException {
    AuditWriter writer = writer(1 << 20, 3, 4, 1000);
    for (int i = 0; i < 10; i++) {
      writer.record("event", Map.of("i", Integer.toString(i)));
    }
    writer.start();
    writer.close(PATIENCE);
    List<String> lines = file("audit.jsonl");
    assertThat(lines).hasSize(5);
    JsonNode report = json.readTree(lines.get(4));
    assertThat(report.get("kind").stringValue()).isEqualTo("audit.dropped");
    assertThat(report.get("count").stringValue()).isEqualTo("6");
  }

  @Test
  void manyThreadsWriteEachLineWholeAndInTheirOrder() throws Exception {
    int threads = 8;
    int each = 500;
    AuditWriter writer = writer(20_000, 1000, threads * each, 1000);
    writer.start();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String name = "t" + t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                for (int i = 0; i < each; i++) {
                  writer.record("event", Map.of("thread", name, "i", Integer.toString(i)));
                }
              });
      thread.start();
      all.add(thread);
    }
    go.countDown();
    for (Thread thread : all) {
      thread.join(PATIENCE.toMillis());
    }
    writer.close(PATIENCE);

    List<String> lines = new ArrayList<>();
    int old = 1;
    while (Files.exists(logs().resolve("audit." + old + ".jsonl"))) {
      old++;
    }
    for (int n = old - 1; n >= 1; n--) {
      lines.addAll(file("audit." + n + ".jsonl"));
    }
    lines.addAll(file("audit.jsonl"));
    assertThat(lines).hasSize(threads * each);
    assertConsecutive(sequences(lines));
    Map<String, Integer> next = new HashMap<>();
    for (String line : lines) {
      JsonNode event = json.readTree(line);
      int expected = next.merge(event.get("thread").stringValue(), 1, Integer::sum) - 1;
      assertThat(event.get("i").stringValue()).isEqualTo(Integer.toString(expected));
    }
  }

  @Test
  void aDiskThatFailsIsAProblemUntilItWorksAgain() throws IOException {
    Files.writeString(logs(), "a file where the folder should be");
    AuditWriter writer = started();
    writer.record("lost", Map.of());
    await().atMost(PATIENCE).until(() -> writer.problem().isPresent());
    assertThat(writer.problem().orElseThrow()).contains(logs().toString());
    Files.delete(logs());
    writer.record("kept", Map.of());
    await().atMost(PATIENCE).until(() -> writer.problem().isEmpty());
    writer.close(PATIENCE);
    List<String> lines = file("audit.jsonl");
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).contains("\"seq\":2", "audit.lost", "\"count\":\"1\"");
    assertThat(lines.get(1)).contains("\"seq\":3", "kept");
  }

  @Test
  void anEventIsBoundedInSize() throws IOException {
    AuditWriter writer = started();
    Map<String, String> details = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      details.put("k" + i, "x".repeat(100_000));
    }
    writer.record("big", details);
    writer.close(PATIENCE);
    assertThat(Files.size(logs().resolve("audit.jsonl"))).isLessThan(20_000);
    assertThat(json.readTree(file("audit.jsonl").get(0)).has("cut")).isTrue();
  }

  private record Call(String tool, AtomicInteger told) implements AuditRecord {
    @Override
    public String kind() {
      return "call";
    }

    @Override
    public void describe(BiConsumer<String, String> details) {
      told.incrementAndGet();
      details.accept("tool", tool);
      details.accept("reason", "https://me:hunter2@example.org/ said correct horse");
    }
  }

  @Test
  void aRecordIsToldByTheWriterAndWithoutSecrets() throws IOException {
    AuditWriter writer = writer(1 << 20, 3, 10, 1000);
    AtomicInteger told = new AtomicInteger();
    writer.record(new Call("x".repeat(100_000), told));
    assertThat(told).hasValue(0);
    writer.start();
    writer.close(PATIENCE);
    assertThat(told).hasValue(1);
    JsonNode line = json.readTree(file("audit.jsonl").get(0));
    assertThat(line.get("kind").stringValue()).isEqualTo("call");
    assertThat(line.get("tool").stringValue()).hasSize(4097);
    assertThat(line.get("reason").stringValue())
        .isEqualTo("https://me:[redacted]@example.org/ said [redacted]");
  }

  @Test
  void aRecordThatCannotSayWhatHappenedStopsNobody() throws IOException {
    AuditWriter writer = started();
    writer.record(
        new AuditRecord() {
          @Override
          public String kind() {
            return "mute";
          }

          @Override
          public void describe(BiConsumer<String, String> details) {
            throw new IllegalStateException("no words");
          }
        });
    writer.record("next", Map.of());
    writer.close(PATIENCE);
    assertThat(file("audit.jsonl").get(0)).contains("mute", "no words");
    assertThat(file("audit.jsonl").get(1)).contains("next");
  }

  @Test
  void recordsAreWrittenWithoutSomebodyToWakeTheWriter() {
    AuditWriter writer = started();
    writer.record(new Call("soon", new AtomicInteger()));
    await().atMost(PATIENCE).until(() -> !writer.tail(1).isEmpty());
    writer.close(PATIENCE);
  }

  @Test
  void nothingIsLostUncountedUnderLoad() throws Exception {
    int threads = 4;
    int each = 50_000;
    AuditWriter writer = writer(64 << 20, 3, 256, 10);
    writer.start();
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  writer.record(new Call("t", new AtomicInteger()));
                }
              });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join(PATIENCE.toMillis());
    }
    writer.close(PATIENCE);
    long counted = 0;
    for (String line : file("audit.jsonl")) {
      JsonNode event = json.readTree(line);
      counted +=
          event.get("kind").stringValue().equals("audit.dropped")
              ? Long.parseLong(event.get("count").stringValue())
              : 1;
    }
    assertThat(counted).isEqualTo((long) threads * each);
  }

  private List<Long> sequences(List<String> lines) {
    return lines.stream().map(line -> json.readTree(line).get("seq").longValue()).toList();
  }

  private static void assertConsecutive(List<Long> sequences) {
    for (int i = 1; i < sequences.size(); i++) {
      assertThat(sequences.get(i)).isEqualTo(sequences.get(i - 1) + 1);
    }
  }
}
