package dev.talaria.mcp.server.internal.notify;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells subscribers of changes, off the registry's thread. The first change opens a window; what
 * changes for one subscriber until it closes is one notification. {@code pending} is guarded by the
 * object; subscribers are called on the executor's thread without it.
 */
public final class ChangeBroadcaster {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeBroadcaster.class);

  private final ScheduledExecutorService executor;
  private final Supplier<Duration> window;
  private Set<ChangeSubscriber> pending = new LinkedHashSet<>();

  /**
   * @param executor of one thread
   * @param window read for each change
   */
  public ChangeBroadcaster(ScheduledExecutorService executor, Supplier<Duration> window) {
    this.executor = Objects.requireNonNull(executor, "executor");
    this.window = Objects.requireNonNull(window, "window");
  }

  /** Notes that something has changed for a subscriber; returns at once. */
  public void changed(ChangeSubscriber subscriber) {
    synchronized (this) {
      boolean first = pending.isEmpty();
      pending.add(subscriber);
      if (!first) {
        return;
      }
    }
    try {
      executor.schedule(this::flush, window.get().toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The server ends: its subscribers hear that instead.
      LOG.debug("A change came after the end: {}", e.toString());
    }
  }

  /** Forgets a subscriber. */
  public synchronized void forget(ChangeSubscriber subscriber) {
    pending.remove(subscriber);
  }

  private void flush() {
    List<ChangeSubscriber> due;
    synchronized (this) {
      due = List.copyOf(pending);
      pending = new LinkedHashSet<>();
    }
    for (ChangeSubscriber subscriber : due) {
      try {
        subscriber.toolsChanged();
      } catch (RuntimeException e) {
        LOG.error("A client could not be told that the tools have changed.", e);
      }
    }
  }
}
