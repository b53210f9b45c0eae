package dev.talaria.files.internal.session;

import java.util.Optional;

/**
 * Notices when a model does the same thing again and again: the third time in a row it is told, the
 * fourth time it is stopped. Any other call of the session in between begins the count anew.
 */
public final class LoopGuard {
  private static final int WARN = 3;
  private static final int BLOCK = 4;

  private Object last;
  private long lastSequence;
  private int count;

  /**
   * Notes a call.
   *
   * @param action what is done; compared by equals
   * @param sequence number of the call in its session
   * @return how often it was done in a row now
   */
  public synchronized int note(Object action, long sequence) {
    count = action.equals(last) && sequence == lastSequence + 1 ? count + 1 : 1;
    last = action;
    lastSequence = sequence;
    return count;
  }

  /** Returns whether a call that often in a row must not be answered. */
  public static boolean blocks(int count) {
    return count >= BLOCK;
  }

  /** Returns what to tell with the answer. */
  public static Optional<String> warning(int count) {
    return count < WARN
        ? Optional.empty()
        : Optional.of(
            "This is the "
                + count
                + "rd identical call in a row and the answer does not change. Use what you have; a"
                + " further one is refused.");
  }
}
