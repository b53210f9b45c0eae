package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.deploy.fixture.Marks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process is killed at random moments of deploys: between the pieces of a copy, while the new
 * version starts, is looked at, promoted, while the old one goes. The next start has the old or the
 * new one of each bundle, whole, and nothing else.
 */
@Timeout(600)
class DeployCrashIT {
  private static final int ROUNDS = Boolean.getBoolean("talaria.long") ? 50 : 6;

  /** One beside the other, in place, and in turn. */
  private static final List<String> NAMES = List.of("k.beside", "k.place", "k.turn");

  /** After which step of the deploy the clock of the kill begins; the first: of the copy. */
  private static final List<String> STEPS =
      List.of("copy", "admit", "open", "stage", "promote", "retire", "drain", "dismiss", "close");

  @TempDir Path home;

  @Test
  void aKilledDeployLeavesTheOldOrTheNewVersionWhole() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, String> standing = new TreeMap<>();
    Map<String, String> dropped = new TreeMap<>();
    Files.createDirectories(home.resolve("deploy"));
    for (String name : NAMES) {
      standing.put(name, "1.0.0");
      dropped.put(name, "1.0.0");
      Files.write(file(name), content(name, "1.0.0"));
    }
    List<String> kills = new ArrayList<>();
    for (int round = 1; round <= ROUNDS + 1; round++) {
      Process process = start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        String history = "seed " + seed + ", kills " + kills;
        for (String name : NAMES) {
          String[] told = line(out, name + " ", history).split(" ");
          String version = told[1].replaceAll("[\\[\\]]", "");
          assertThat(told).as(history).containsExactly(name, told[1], told[1], told[1]);
          assertThat(version).as(history).isIn(standing.get(name), dropped.get(name));
          standing.put(name, version);
        }
        line(out, "ready", history);
        if (round > ROUNDS) {
          return;
        }
        String next = "1.0." + round;
        String step = STEPS.get(random.nextInt(STEPS.size()));
        long micros = random.nextInt(step.equals("copy") ? 60_000 : 8_000);
        kills.add(step + "+" + micros);
        Thread writer = new Thread(() -> drop(next), "writer");
        writer.start();
        NAMES.forEach(name -> dropped.put(name, next));
        if (!step.equals("copy")) {
          line(out, "step " + step, history);
        }
        LockSupport.parkNanos(micros * 1_000);
        process.destroyForcibly().waitFor();
        writer.interrupt();
        writer.join();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  /** In one step, at once, and in pieces; the last is not finished when the kill comes first. */
  private void drop(String version) {
    try {
      Path outside = home.resolve("outside");
      Files.write(outside, content("k.place", version));
      Files.move(outside, file("k.place"), StandardCopyOption.ATOMIC_MOVE);
      Files.write(file("k.turn"), content("k.turn", version));
      byte[] content = content("k.beside", version);
      try (OutputStream out = Files.newOutputStream(file("k.beside"))) {
        for (int at = 0; at < content.length; at += 1 + content.length / 8) {
          out.write(content, at, Math.min(1 + content.length / 8, content.length - at));
          LockSupport.parkNanos(1_000_000);
          if (Thread.interrupted()) {
            return;
          }
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String name) {
    return home.resolve("deploy").resolve(name + ".jar");
  }

  private static byte[] content(String name, String version) {
    TestBundle bundle = TestBundle.named(name, version).activator(Marks.class);
    return switch (name) {
      case "k.place" -> bundle.header("Talaria-Update", "in-place").bytes();
      case "k.turn" -> bundle.header("Bundle-SymbolicName", "k.turn;singleton:=true").bytes();
      default -> bundle.bytes();
    };
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    for (String property : List.of("it.bundles", "it.bundle")) {
      command.add("-D" + property + "=" + System.getProperty(property));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(CrashedRuntime.class.getName(), home.toString()));
    command.addAll(NAMES);
    return new ProcessBuilder(command).redirectError(home.resolve("stderr").toFile()).start();
  }

  private String line(BufferedReader out, String begin, String history) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(begin)) {
        return line;
      }
    }
    throw new AssertionError(
        "the runtime ended before it said '"
            + begin
            + "'; "
            + history
            + "\n"
            + Files.readString(home.resolve("stderr")));
  }
}
