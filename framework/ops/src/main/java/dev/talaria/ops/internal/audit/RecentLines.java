package dev.talaria.ops.internal.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last lines of the trail in memory, so that reading it waits for no disk. Own monitor. */
final class RecentLines {
  private final int limit;
  private final Deque<String> lines = new ArrayDeque<>();

  RecentLines(int limit) {
    this.limit = limit;
  }

  synchronized void add(String line) {
    if (lines.size() == limit) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** Returns the last lines, oldest first. */
  synchronized List<String> last(int count) {
    List<String> all = new ArrayList<>(lines);
    return List.copyOf(all.subList(Math.max(0, all.size() - Math.max(0, count)), all.size()));
  }
}
