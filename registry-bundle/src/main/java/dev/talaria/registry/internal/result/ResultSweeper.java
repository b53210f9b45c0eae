package dev.talaria.registry.internal.result;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes old results away: at the start, and then now and again, on the thread {@code
 * talaria-results}, which ends with {@link #close}.
 */
public final class ResultSweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResultSweeper.class);
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final ResultStore store;
  private final ScheduledThreadPoolExecutor timer;

  public ResultSweeper(ResultStore store) {
    this.store = store;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "talaria-results");
              thread.setDaemon(true);
              thread.setContextClassLoader(ResultSweeper.class.getClassLoader());
              return thread;
            });
  }

  /** Starts sweeping. */
  public void start() {
    timer.scheduleWithFixedDelay(this::sweep, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void sweep() {
    try {
      store.sweep();
    } catch (IOException | RuntimeException e) {
      // An exception would end the schedule.
      LOG.warn("Old results could not be taken away; trying again in {}", INTERVAL, e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
