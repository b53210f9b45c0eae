package dev.talaria.config.internal.live;

import dev.talaria.config.internal.store.EtcFolder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds files back until they have not changed for a while. Any thread may say that a file changed;
 * checks and what follows run on the executor, at most one waiting for each file.
 */
final class Settling {
  /** When a file is looked at again, and how it looked when that was decided. */
  private record Due(long nanos, String stamp) {}

  private final EtcFolder folder;
  private final Duration quiet;
  private final ScheduledExecutorService executor;
  private final Consumer<String> settled;
  private final Map<String, Due> waiting = new ConcurrentHashMap<>();

  Settling(
      EtcFolder folder,
      Duration quiet,
      ScheduledExecutorService executor,
      Consumer<String> settled) {
    this.folder = folder;
    this.quiet = quiet;
    this.executor = executor;
    this.settled = settled;
  }

  void changed(String pid) {
    changed(pid, quiet);
  }

  void changed(String pid, Duration wait) {
    Due due = new Due(System.nanoTime() + wait.toNanos(), folder.stamp(pid));
    if (waiting.put(pid, due) == null) {
      executor.schedule(() -> check(pid), wait.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void check(String pid) {
    Due due = waiting.get(pid);
    long left = due.nanos() - System.nanoTime();
    if (left > 0) {
      executor.schedule(() -> check(pid), left, TimeUnit.NANOSECONDS);
    } else if (!folder.stamp(pid).equals(due.stamp())) {
      // Events tell of most changes; this sees the others.
      waiting.remove(pid);
      changed(pid);
    } else if (waiting.remove(pid, due)) {
      settled.accept(pid);
    } else {
      executor.execute(() -> check(pid));
    }
  }
}
