package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.bundles.stumbles.Stumbles;
import dev.talaria.itests.bundles.swap.Swapped;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Bundles of which two cannot run at once are replaced under calls at full speed: calls wait for
 * the new one, and for the old one to come back where the new one does not start.
 */
@Timeout(600)
class InPlaceIT {
  private static final int CALLERS = 4;
  private static final int REPLACEMENTS = Boolean.getBoolean("talaria.long") ? 300 : 30;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final AtomicBoolean end = new AtomicBoolean();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong calls = new AtomicLong();

  @Test
  void noCallFailsWhileOneTakesThePlaceOfTheOther() throws Exception {
    Home home = Home.in(folder);
    try (RuntimeProcess runtime = RuntimeProcess.start(home)) {
      home.drop(bundle(0).in(folder.resolve("built")), "it.placed.jar");
      runtime.awaitOutcome("it.placed.jar", "ACTIVE");
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        RawMcp client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
        Thread caller = new Thread(() -> callOn(client), "caller-" + i);
        caller.start();
        callers.add(caller);
      }
      RawMcp observer = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
      for (int i = 1; i <= REPLACEMENTS && faults.isEmpty(); i++) {
        int expected = i;
        if (i % 10 == 0) {
          home.drop(
              bundle(i)
                  .with(Stumbles.class)
                  .header("Bundle-Activator", Stumbles.class.getName())
                  .in(folder.resolve("built")),
              "it.placed.jar");
          assertThat(runtime.awaitOutcome("it.placed.jar", "FAILED").path("reason").asString())
              .contains("the port is taken");
          assertThat(content(observer)).isEqualTo(i - 1);
        } else {
          home.drop(bundle(i).in(folder.resolve("built")), "it.placed.jar");
          await("content " + i + " answers")
              .atMost(PATIENCE)
              .pollInterval(Duration.ofMillis(5))
              .until(() -> content(observer) == expected);
        }
      }
      end.set(true);
      for (Thread caller : callers) {
        caller.join(PATIENCE.toMillis());
      }

      assertThat(faults).as(home.logTail()).isEmpty();
      assertThat(calls.get()).isGreaterThan(REPLACEMENTS * (long) CALLERS);
    } finally {
      end.set(true);
    }
  }

  /** By its own wish, as a singleton, as an exporter. */
  private static TestBundle bundle(int number) {
    String name = number % 3 == 1 ? "it.placed;singleton:=true" : "it.placed";
    TestBundle bundle =
        TestBundle.named(name, "1." + number)
            .with(Swapped.class, "swapped")
            .entry("content.txt", Integer.toString(number));
    return switch (number % 3) {
      case 0 -> bundle.header("Talaria-Update", "in-place");
      case 1 -> bundle;
      default -> bundle.header("Export-Package", Swapped.class.getPackageName());
    };
  }

  private void callOn(RawMcp client) {
    while (!end.get()) {
      try {
        content(client);
        calls.incrementAndGet();
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
}
