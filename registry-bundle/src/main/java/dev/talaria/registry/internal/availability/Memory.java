package dev.talaria.registry.internal.availability;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What is remembered of one question: the machine that decides how long an answer holds and what a
 * failure changes. Knows no clock and no thread. Immutable. Times are those of {@link
 * System#nanoTime}, compared by difference.
 *
 * <p>An answer holds for its lifetime. A failure within the grace after the last success changes
 * nothing and is not kept, so that the next reader asks again, though not within {@link #BACK_OFF}
 * and the window. A failure after it is kept like an answer. All comparisons are strict, and count
 * from the moment at which asking began.
 *
 * @param finding what holds now
 * @param lastGood when the last success began
 * @param settled when the asking began whose answer was kept last
 * @param spared when the asking began that failed within the grace, if that was the last
 */
record Memory(Finding finding, OptionalLong lastGood, OptionalLong settled, OptionalLong spared) {
  /** How soon after a failure that changed nothing the question is asked again, at the earliest. */
  static final Duration BACK_OFF = Duration.ofSeconds(1);

  Memory {
    Objects.requireNonNull(finding, "finding");
  }

  /** Nothing was ever asked. */
  static Memory blank(Finding unanswered) {
    return new Memory(unanswered, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  /**
   * Returns the memory with which the successor of what was asked begins: it is to be asked.
   *
   * @param begin what holds until it answers
   */
  Memory inherited(Finding begin) {
    return new Memory(begin, lastGood, OptionalLong.empty(), OptionalLong.empty());
  }

  /** Returns the memory without past: what holds is still served, but no grace is left. */
  Memory cleared() {
    return blank(finding);
  }

  /** Returns whether a reader at this time has it asked again. */
  boolean isDue(long now, ProbeTimes times) {
    if (settled.isPresent() && now - settled.getAsLong() < times.ttl().toNanos()) {
      return false;
    }
    return spared.isEmpty() || now - askAgain(times) >= 0;
  }

  /** Returns from when on {@link #isDue} holds; a time in the past if it always did. */
  long dueAt(long now, ProbeTimes times) {
    long at = now;
    if (settled.isPresent()) {
      at = settled.getAsLong() + times.ttl().toNanos();
    }
    if (spared.isPresent()) {
      long again = askAgain(times);
      at = settled.isEmpty() ? again : later(at, again);
    }
    return at;
  }

  private long askAgain(ProbeTimes times) {
    return earlier(spared.getAsLong() + BACK_OFF.toNanos(), endOfGrace(times));
  }

  private long endOfGrace(ProbeTimes times) {
    return lastGood.getAsLong() + times.grace().toNanos();
  }

  /** Returns whether the last asking failed, so that somebody may wait for it to succeed. */
  boolean isFailing() {
    return spared.isPresent() || (finding instanceof Verdict verdict && !verdict.isAvailable());
  }

  /** Returns when to ask again for those who wait without reading. Only while it is failing. */
  long watchAt(long now, ProbeTimes times) {
    return spared.isPresent()
        ? earlier(spared.getAsLong() + times.ttl().toNanos(), endOfGrace(times))
        : dueAt(now, times);
  }

  /**
   * Returns what is remembered after asking.
   *
   * @param began when the asking began
   */
  Memory after(long began, Answer answer, ProbeTimes times) {
    OptionalLong then = OptionalLong.of(began);
    if (answer.good()) {
      return new Memory(answer.finding(), then, then, OptionalLong.empty());
    }
    if (lastGood.isPresent() && began - lastGood.getAsLong() < times.grace().toNanos()) {
      return new Memory(finding, lastGood, settled, then);
    }
    return new Memory(answer.finding(), lastGood, then, OptionalLong.empty());
  }

  private static long later(long one, long other) {
    return one - other >= 0 ? one : other;
  }

  private static long earlier(long one, long other) {
    return one - other <= 0 ? one : other;
  }
}
