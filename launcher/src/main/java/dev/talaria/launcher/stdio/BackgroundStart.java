package dev.talaria.launcher.stdio;

import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeFolder;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.runtime.Runtimes;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts a runtime of its own for a bridge that found none. Two bridges may do so at once: the
 * home's lock lets one runtime live, and both bridges wait for whichever that is.
 */
final class BackgroundStart {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Home home;
  private final Distribution distribution;

  BackgroundStart(Home home, Distribution distribution) {
    this.home = home;
    this.distribution = distribution;
  }

  /**
   * Returns when a runtime of the home is ready.
   *
   * @throws RefusedException if none gets ready
   */
  void awaitRuntime() {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    Process started = null;
    while (Runtimes.running(home).isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new RefusedException(
            "no runtime got ready for "
                + home
                + " within "
                + DEADLINE.toSeconds()
                + " s; see "
                + output());
      }
      boolean held = HomeLock.holder(home).isPresent();
      if (started == null && !held) {
        started = start();
      } else if (started != null && !started.isAlive() && !held) {
        if (Runtimes.running(home).isPresent()) {
          return;
        }
        throw new RefusedException("the runtime did not start: " + lastLine());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private Process start() {
    new HomeFolder(home).prepare();
    List<String> command = new ArrayList<>();
    // A session of its own: what ends the client's terminal must not end other clients' runtime.
    if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      command.add("/usr/bin/setsid");
    }
    command.add(distribution.root().resolve("bin").resolve("talaria").toString());
    command.addAll(List.of("run", "--background", "--port", "0", "--home", home.toString()));
    try {
      return new ProcessBuilder(command)
          .directory(home.root().toFile())
          .redirectInput(new File("/dev/null"))
          .redirectErrorStream(true)
          .redirectOutput(output().toFile())
          .start();
    } catch (IOException e) {
      throw new RefusedException("the runtime cannot be started: " + e.getMessage(), e);
    }
  }

  private Path output() {
    return home.logs().resolve("background.log");
  }

  private String lastLine() {
    try {
      List<String> lines =
          Files.readAllLines(output(), StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.isEmpty() ? "see " + home.log() : lines.get(lines.size() - 1).strip();
    } catch (IOException e) {
      return "see " + home.log();
    }
  }
}
