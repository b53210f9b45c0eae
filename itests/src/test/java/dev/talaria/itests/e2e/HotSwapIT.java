package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.bundles.swap.Swapped;
import dev.talaria.itests.harness.Clients;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.McpClientProcess;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A bundle is replaced again and again in every way people copy files, while clients call its tool
 * as fast as they can: no call fails, none is answered by a content that had gone when it began,
 * and each replacement is told once.
 */
@Timeout(1800)
class HotSwapIT {
  private static final int CALLERS = 8;
  private static final int REPLACEMENTS = Boolean.getBoolean("talaria.long") ? 2000 : 200;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  /** The newest content of which it is known that it answers; those before it have gone. */
  private final AtomicInteger standing = new AtomicInteger();

  private final AtomicBoolean end = new AtomicBoolean();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong calls = new AtomicLong();

  @Test
  void noCallFailsWhileABundleIsReplaced() throws Exception {
    Clients.assumeInstalled();
    Home home = Home.in(folder);
    try (RuntimeProcess runtime = RuntimeProcess.start(home);
        McpClientProcess listener =
            McpClientProcess.connect(McpClientProcess.Kind.V1_HTTP, runtime)) {
      move(content(0), home);
      runtime.awaitOutcome("it.swapped.jar", "ACTIVE");
      await().atMost(PATIENCE).until(() -> listener.listChanges() == 1);
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        Thread caller =
            new Thread(
                () -> callOn(RawMcp.connect(runtime.mcpUrl(), runtime.api().token())),
                "caller-" + i);
        caller.start();
        callers.add(caller);
      }
      RawMcp observer = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
      for (int i = 1; i <= REPLACEMENTS && faults.isEmpty(); i++) {
        replace(i, home);
        int expected = i;
        await("content " + i + " answers")
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> content(observer) == expected);
        standing.set(i);
        await("replacement " + i + " is told")
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> listener.listChanges() >= expected + 1);
      }
      end.set(true);
      for (Thread caller : callers) {
        caller.join(PATIENCE.toMillis());
      }

      assertThat(faults).as(home.logTail()).isEmpty();
      assertThat(calls.get()).isGreaterThan(REPLACEMENTS * (long) CALLERS);
      listener.awaitListChanges(REPLACEMENTS + 1);
      assertThat(home.log()).doesNotContain("FAILED", "were interrupted");
    } finally {
      end.set(true);
    }
  }

  private void callOn(RawMcp client) {
    while (!end.get()) {
      int gone = standing.get();
      try {
        int answered = content(client);
        calls.incrementAndGet();
        if (answered < gone) {
          faults.add("content " + answered + " answered a call that began after " + gone);
        }
      } catch (RuntimeException | AssertionError e) {
        faults.add(e.toString());
        return;
      }
    }
  }

  private static int content(RawMcp client) {
    JsonNode message = client.call("swapped", Json.object());
    JsonNode content = message.path("result").path("structuredContent").path("content");
    if (!content.isInt()) {
      throw new AssertionError("the call failed: " + message);
    }
    return content.asInt();
  }

  /** Every third time the version stays and only the content is another one. */
  private byte[] content(int number) throws IOException {
    Path jar =
        TestBundle.named("it.swapped", "1." + (number - number % 3))
            .with(Swapped.class, "swapped")
            .entry("content.txt", Integer.toString(number))
            .in(folder.resolve("built"));
    return Files.readAllBytes(jar);
  }

  private void replace(int number, Home home) throws Exception {
    byte[] content = content(number);
    switch (number % 4) {
      case 0 -> move(content, home);
      case 1 -> Files.write(target(home), content);
      case 2 -> inPieces(content, home);
      default -> overItself(content, home);
    }
  }

  private static Path target(Home home) {
    return home.deploy().resolve("it.swapped.jar");
  }

  private static void move(byte[] content, Home home) throws IOException {
    Files.createDirectories(home.deploy());
    Path part = home.deploy().resolve(".it.swapped.part");
    Files.write(part, content);
    home.drop(part, "it.swapped.jar");
    Files.deleteIfExists(part);
  }

  /** As a slow network copies: the file is there, too short for a while. */
  private static void inPieces(byte[] content, Home home) throws Exception {
    try (OutputStream out = Files.newOutputStream(target(home))) {
      int piece = content.length / 5 + 1;
      for (int at = 0; at < content.length; at += piece) {
        out.write(content, at, Math.min(piece, content.length - at));
        out.flush();
        pause();
      }
    }
  }

  /** As {@code rsync --inplace} does: old and new bytes are mixed for a while. */
  private static void overItself(byte[] content, Home home) throws Exception {
    try (var file = new RandomAccessFile(target(home).toFile(), "rw")) {
      file.write(content, 0, content.length / 2);
      pause();
      file.write(content, content.length / 2, content.length - content.length / 2);
      file.setLength(content.length);
    }
  }

  /** A pause of the writer is what is tested here, not something that is waited for. */
  private static void pause() throws InterruptedException {
    assertThat(new CountDownLatch(1).await(15, TimeUnit.MILLISECONDS)).isFalse();
  }
}
