package dev.talaria.registry.internal.call;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work on virtual threads as long as they get their turn. Code that computes without an end
 * never gives back the processor's thread that carries it; as many of it as there are processors,
 * and no virtual thread runs any more. Work that was not begun within a second, and all work from
 * then on, goes to threads of the platform, until a virtual one runs again.
 *
 * <p>Lock-free; the timer's thread looks.
 */
final class CarrierWatch implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(CarrierWatch.class);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Executor virtual;
  private final Executor platform;
  private final BiFunction<Runnable, Duration, ? extends Future<?>> timer;
  private final Set<Handed> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean planned = new AtomicBoolean();
  private volatile boolean starved;

  CarrierWatch(
      Executor virtual,
      Executor platform,
      BiFunction<Runnable, Duration, ? extends Future<?>> timer) {
    this.virtual = virtual;
    this.platform = platform;
    this.timer = timer;
  }

  /** Work that was handed to a virtual thread; whoever comes first does it. */
  private final class Handed implements Runnable {
    private final Runnable work;
    private final long since = System.nanoTime();

    private Handed(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      if (waiting.remove(this)) {
        work.run();
      }
    }
  }

  @Override
  public void execute(Runnable work) {
    if (starved) {
      platform.execute(work);
      return;
    }
    Handed handed = new Handed(work);
    waiting.add(handed);
    try {
      virtual.execute(handed);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      waiting.remove(handed);
      throw e;
    }
    plan();
  }

  private void plan() {
    if (!planned.get() && planned.compareAndSet(false, true)) {
      try {
        timer.apply(this::look, PATIENCE);
      } catch (RejectedExecutionException e) {
        LOG.debug("Virtual threads are not watched: the runtime is ending", e);
      }
    }
  }

  private void look() {
    planned.set(false);
    try {
      rescue();
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The next look tries again; at the end of the runtime there is none.
      LOG.debug("Work stays with its virtual threads", e);
    }
    if (!waiting.isEmpty()) {
      plan();
    }
  }

  private void rescue() {
    long now = System.nanoTime();
    for (Handed handed : waiting) {
      if (now - handed.since < PATIENCE.toNanos()) {
        continue;
      }
      if (!starved) {
        starved = true;
        LOG.warn(
            "Virtual threads get no processor: tools or hooks compute without an end on all {} of"
                + " them; calls run on threads of the platform until that is over (talaria status"
                + " lists calls that are stuck)",
            Runtime.getRuntime().availableProcessors());
        // Runs when virtual threads do.
        virtual.execute(this::recovered);
      }
      platform.execute(handed);
    }
  }

  private void recovered() {
    starved = false;
    LOG.info("Virtual threads run again");
  }
}
