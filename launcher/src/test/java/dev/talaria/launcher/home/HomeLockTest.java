package dev.talaria.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.errors.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {
  @TempDir private Path folder;

  /** Holds the lock of a home until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      HomeLock lock = HomeLock.acquire(new Home(Path.of(args[0])));
      try (lock) {
        System.out.println("held");
        System.in.transferTo(System.out);
      }
    }
  }

  private Home home() throws IOException {
    Home home = new Home(folder.toRealPath());
    Files.createDirectories(home.data());
    return home;
  }

  private static Process hold(Home home) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                home.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    assertThat(out.readLine()).isEqualTo("held");
    return process;
  }

  @Test
  void theSecondIsToldWhoHoldsItAndTheSystemDropsItWithTheProcess() throws Exception {
    Home home = home();
    Process holder = hold(home);
    try {
      assertThat(HomeLock.holder(home)).hasValue(holder.pid());
      assertThatThrownBy(() -> HomeLock.acquire(home))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("process " + holder.pid())
          .hasMessageContaining("talaria stop");
    } finally {
      holder.destroyForcibly();
    }
    assertThat(holder.waitFor(20, TimeUnit.SECONDS)).isTrue();

    assertThat(HomeLock.holder(home)).isEmpty();
    HomeLock lock = HomeLock.acquire(home);
    try (lock) {
      assertThat(Files.readString(home.lock())).isEqualTo("" + ProcessHandle.current().pid());
    }
  }

  @Test
  void aHomeThatWasNeverUsedIsHeldByNobody() {
    assertThat(HomeLock.holder(new Home(folder.resolve("none")))).isEmpty();
  }
}
