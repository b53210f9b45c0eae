package dev.talaria.deploy.internal.agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Where the agent publishes what became of the files. Thread-safe: one immutable list, replaced as
 * a whole; the lock guards only the waiting for the next one.
 */
public final class Board {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private volatile List<FileStatus> files = List.of();
  private volatile boolean complete;
  private volatile String problem = "";

  /** Returns the files, ordered by name. */
  public List<FileStatus> files() {
    return files;
  }

  /** Whether the folder was gone through once. */
  public boolean isComplete() {
    return complete;
  }

  /** Why the folder cannot be followed at the moment; empty while it can. */
  public Optional<String> problem() {
    return Optional.of(problem).filter(text -> !text.isEmpty());
  }

  void problem(String now) {
    problem = now;
  }

  void publish(List<FileStatus> now) {
    lock.lock();
    try {
      files = List.copyOf(now);
      complete = true;
      published.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a file to be as wanted; empty when the time is over. */
  public Optional<FileStatus> await(Predicate<FileStatus> wanted, Duration timeout)
      throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      for (; ; ) {
        Optional<FileStatus> found = files.stream().filter(wanted).findFirst();
        if (found.isPresent() || left <= 0) {
          return found;
        }
        left = published.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
