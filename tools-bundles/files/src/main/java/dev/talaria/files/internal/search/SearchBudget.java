package dev.talaria.files.internal.search;

import dev.talaria.api.ToolContext;
import java.time.Duration;

/**
 * How long a search may go on. Asked often, also from within the matching of a regular expression,
 * which has no end of its own. Not thread-safe.
 */
final class SearchBudget {
  private static final int CALLS_BETWEEN_LOOKS = 1024;

  private final ToolContext context;
  private final long endsAt;
  private int calls;

  /** The time is over or the call was cancelled; ends the search wherever it is. */
  static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpentException() {
      super("the time for the search is over", null, false, false);
    }
  }

  SearchBudget(ToolContext context, Duration most) {
    this.context = context;
    // A little is kept back for the answer.
    Duration left = context.remaining().minusMillis(500);
    Duration budget = left.compareTo(most) < 0 ? left : most;
    this.endsAt = System.nanoTime() + Math.max(0, budget.toNanos());
  }

  void check() {
    if (++calls % CALLS_BETWEEN_LOOKS == 0) {
      checkNow();
    }
  }

  void checkNow() {
    if (System.nanoTime() - endsAt > 0 || context.isCancelled()) {
      throw new SpentException();
    }
  }
}
