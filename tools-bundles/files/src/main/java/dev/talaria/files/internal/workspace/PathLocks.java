package dev.talaria.files.internal.workspace;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * One writer a path. Paths share a fixed number of locks, so there is nothing to clean up; a call
 * holds one at a time and therefore never waits in a circle.
 */
public final class PathLocks {
  private static final int STRIPES = 64;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final ReentrantLock[] stripes =
      IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

  /** Work on a file. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run() throws Exception;
  }

  /**
   * Does work while no other call writes to the path.
   *
   * @throws ToolException if another call does not end in time
   */
  public <T> T locked(ToolContext context, Path path, Work<T> work) throws Exception {
    ReentrantLock lock = stripes[Math.floorMod(path.hashCode(), STRIPES)];
    Duration left = context.remaining();
    Duration wait = left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT;
    if (!lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new ToolException("Another call is writing to " + path + "; try again.");
    }
    try {
      return work.run();
    } finally {
      lock.unlock();
    }
  }
}
