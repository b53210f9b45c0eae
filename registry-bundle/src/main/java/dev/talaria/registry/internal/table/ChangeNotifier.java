package dev.talaria.registry.internal.table;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells observers of published tables, from one thread, in order, with no lock held.
 *
 * <p>The hand-over is the latest table and the set of names touched since the last time, so it is
 * bounded by the number of names however slow an observer is: what happened meanwhile is told as
 * one change. Writers note and wake; only the thread {@code talaria-registry-events} reads. Ends
 * with {@link #close}.
 */
public final class ChangeNotifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeNotifier.class);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition noted = lock.newCondition();
  private final Thread thread;

  /** In the order they are called in; set once, before the thread starts. */
  private List<TableObserver> observers = List.of();

  /** Guarded by the lock. */
  private Set<String> touched = new HashSet<>();

  /** Guarded by the lock. */
  private ToolTable latest = ToolTable.empty();

  /** Guarded by the lock. */
  private boolean ended;

  public ChangeNotifier() {
    thread = new Thread(this::run, "talaria-registry-events");
    thread.setDaemon(true);
  }

  /** Starts telling; what was noted before is told too. */
  public void start(List<TableObserver> inOrder) {
    observers = List.copyOf(inOrder);
    thread.start();
  }

  /** Takes a note of a new table; never waits for an observer. */
  void note(ToolTable table, Set<String> names) {
    lock.lock();
    try {
      latest = table;
      touched.addAll(names);
    } finally {
      lock.unlock();
    }
  }

  /** Lets the thread see what was noted. */
  void wake() {
    lock.lock();
    try {
      noted.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    ToolTable before = ToolTable.empty();
    try {
      for (; ; ) {
        Set<String> names;
        ToolTable after;
        lock.lock();
        try {
          while (touched.isEmpty()) {
            if (ended) {
              return;
            }
            noted.await();
          }
          names = touched;
          touched = new HashSet<>();
          after = latest;
        } finally {
          lock.unlock();
        }
        tell(before, after, names);
        before = after;
      }
    } catch (InterruptedException e) {
      // The end: close() gave up waiting for an observer.
      LOG.warn("A listener of tool changes did not return; the last changes were not told");
    }
  }

  private void tell(ToolTable before, ToolTable after, Set<String> names) {
    for (TableObserver observer : observers) {
      try {
        observer.published(before, after, names);
      } catch (RuntimeException | LinkageError e) {
        LOG.error("An observer of tool changes failed at generation {}", after.generation(), e);
      }
    }
  }

  /** Tells what is noted and ends the thread; waits for it, but not for ever. */
  @Override
  public void close() {
    lock.lock();
    try {
      ended = true;
      noted.signal();
    } finally {
      lock.unlock();
    }
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      thread.join(END_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
