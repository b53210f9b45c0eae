package dev.talaria.benchmarks.runner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What all cores of the machine computed together since it was started. */
public final class MachineCpu {
  private static final Path STAT = Path.of("/proc/stat");
  private static final long MILLIS_PER_TICK = 10;

  /** Columns of the first line: user, nice, system, then idle and iowait, then irq to steal. */
  private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

  private MachineCpu() {}

  /** Returns it, with what was stolen by other machines of the host, or empty where unknown. */
  public static Optional<Duration> busy() throws IOException {
    if (!Files.isReadable(STAT)) {
      return Optional.empty();
    }
    String[] columns = Files.readAllLines(STAT).get(0).split("\\s+");
    long ticks = 0;
    for (int column : BUSY) {
      ticks += Long.parseLong(columns[column]);
    }
    return Optional.of(Duration.ofMillis(ticks * MILLIS_PER_TICK));
  }
}
