package dev.talaria.registry.internal.table;

import java.util.Set;

/** Hears of published tables, in order, on the notifier's thread. */
@FunctionalInterface
public interface TableObserver {
  /**
   * Called after publication. Tables that follow each other quickly may be told as one change.
   *
   * @param touched names that may differ between the two
   */
  void published(ToolTable before, ToolTable after, Set<String> touched);
}
