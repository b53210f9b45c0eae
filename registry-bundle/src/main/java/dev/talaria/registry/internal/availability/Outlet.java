package dev.talaria.registry.internal.availability;

import java.util.function.Supplier;

/** Where findings go, and what decides whether they are wanted. */
public interface Outlet {
  /**
   * Something else was found out than before.
   *
   * @param current returns what is known by now; takes no lock
   */
  void found(Inquiry inquiry, Supplier<Finding> current);

  /** Returns what the published table knows; answers at once and takes no lock. */
  Board board();

  /** Returns whether somebody who only listens may see a tool that depends on the question. */
  boolean isWatched(Inquiry inquiry);
}
