package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.itests.bundles.swap.Swapped;
import dev.talaria.itests.harness.Child;
import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RuntimeProcess;
import dev.talaria.itests.harness.TestBundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After many redeploys the runtime's process holds what it held after a few. */
@Timeout(1800)
class NothingStaysIT {
  private static final int WARM_UP = 15;
  private static final int REDEPLOYS = Boolean.getBoolean("talaria.long") ? 500 : 60;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Caches of the framework and of the JVM may hold the last few. */
  private static final int SLACK = 3;

  /** Histories and logs are bounded, and not yet full. */
  private static final long HEAP_SLACK = 1L << 20;

  @TempDir Path folder;
  private Home home;
  private RuntimeProcess runtime;
  private String pid;
  private int deployed;

  private record Held(
      long loaders, long bundles, long threads, long handles, long copies, long heapBytes) {}

  @Test
  void aRedeployLeavesNothingBehind() {
    home = Home.in(folder);
    try (RuntimeProcess started = RuntimeProcess.start(home)) {
      runtime = started;
      pid = runtime.api().get("/status").path("pid").asString();
      redeploy(WARM_UP);
      Held before = held();
      redeploy(REDEPLOYS);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                Held after = held();
                String figures = before + " " + after;
                assertThat(after.loaders())
                    .as(figures)
                    .isLessThanOrEqualTo(before.loaders() + SLACK);
                assertThat(after.bundles())
                    .as(figures)
                    .isLessThanOrEqualTo(before.bundles() + SLACK);
                assertThat(after.threads())
                    .as(figures)
                    .isLessThanOrEqualTo(before.threads() + SLACK);
                assertThat(after.handles())
                    .as(figures)
                    .isLessThanOrEqualTo(before.handles() + SLACK);
                assertThat(after.copies()).as(figures).isEqualTo(1);
                assertThat(after.heapBytes())
                    .as(figures)
                    .isLessThanOrEqualTo(before.heapBytes() + HEAP_SLACK);
                System.out.println("held before and after " + REDEPLOYS + ": " + figures);
              });
    }
  }

  private void redeploy(int times) {
    for (int i = 0; i < times; i++) {
      int content = ++deployed;
      Path jar =
          TestBundle.named("it.swapped", "1." + content)
              .with(Swapped.class, "swapped")
              .entry("content.txt", Integer.toString(content))
              .in(folder.resolve("built"));
      home.drop(jar, "it.swapped.jar");
      await("content " + content)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(
              () ->
                  content == 1 && runtime.api().standing("swapped").isEmpty()
                      ? false
                      : runtime
                              .api()
                              .call("swapped", Json.object())
                              .path("structured")
                              .path("content")
                              .asInt(-1)
                          == content);
    }
  }

  private Held held() {
    jcmd("GC.run");
    String[] loaders = jcmd("VM.classloader_stats").split("\n");
    String histogram = jcmd("GC.class_histogram");
    String[] total = histogram.substring(histogram.lastIndexOf("Total")).trim().split("\\s+");
    return new Held(
        Stream.of(loaders).filter(line -> line.contains("BundleClassLoader")).count(),
        instances(histogram, "org.apache.felix.framework.BundleImpl"),
        files("/proc/" + pid + "/task"),
        files("/proc/" + pid + "/fd"),
        copies(),
        Long.parseLong(total[2]));
  }

  private static long instances(String histogram, String type) {
    return histogram
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(columns -> columns.length > 3 && columns[3].equals(type))
        .mapToLong(columns -> Long.parseLong(columns[1]))
        .sum();
  }

  private String jcmd(String command) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try (Child child = Child.start("jcmd", new ProcessBuilder(jcmd.toString(), pid, command))) {
      assertThat(child.awaitExit(PATIENCE)).as(child.toString()).isZero();
      return child.out();
    }
  }

  private static long files(String folder) {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long copies() {
    try (Stream<Path> files = Files.list(home.root().resolve("data/deploy"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
