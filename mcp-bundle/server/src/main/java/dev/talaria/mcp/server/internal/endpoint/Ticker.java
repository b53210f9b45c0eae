package dev.talaria.mcp.server.internal.endpoint;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One clock for everything that is open: a timer of its own for each call and stream would cost
 * more than the call. Thread-safe; ticks come on the executor's thread.
 */
public final class Ticker {
  private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);

  /** Wants to know how time passes; must not wait. */
  @FunctionalInterface
  public interface Ticking {
    /** Time has passed; it is {@link System#nanoTime} now. */
    void tick(long now);
  }

  private final Set<Ticking> all = ConcurrentHashMap.newKeySet();

  /** Begins to tick. */
  public void start(ScheduledExecutorService executor, Duration period) {
    executor.scheduleWithFixedDelay(
        this::tick, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ticks for this from now on. */
  public void add(Ticking ticking) {
    all.add(ticking);
  }

  /** Ticks for it no more. */
  public void remove(Ticking ticking) {
    all.remove(ticking);
  }

  private void tick() {
    long now = System.nanoTime();
    for (Ticking ticking : all) {
      try {
        ticking.tick(now);
      } catch (RuntimeException e) {
        // One broken stream must not stop the clock of the others.
        LOG.error("An open request could not be looked after.", e);
      }
    }
  }
}
