package dev.talaria.config.internal.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Changes that wait to be written to the audit trail: the store notes them under Config Admin's
 * lock, where nobody else may be called. Bounded; past the bound the oldest go. Thread-safe.
 */
public final class ChangeLog {
  private static final int BOUND = 1000;

  private final Deque<Change> waiting = new ArrayDeque<>();

  synchronized void add(Change change) {
    if (waiting.size() == BOUND) {
      waiting.removeFirst();
    }
    waiting.addLast(change);
  }

  /** Takes out what waits, oldest first. */
  public synchronized List<Change> drain() {
    List<Change> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }
}
