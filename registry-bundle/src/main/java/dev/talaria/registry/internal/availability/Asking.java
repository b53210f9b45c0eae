package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs foreign code that has a deadline. Thread-safe. */
interface Asking extends AutoCloseable {
  /** How an attempt ended. */
  sealed interface Outcome {
    /** The code returned. */
    record Returned(Answer answer) implements Outcome {}

    /** The code threw. */
    record Threw(Throwable thrown) implements Outcome {}

    /** It did not return in time, or never began. */
    record TooLate(String why) implements Outcome {}
  }

  /** An attempt under way. */
  interface Attempt {
    /** Nobody wants to know any more: the code is interrupted, and nothing is told. */
    void abandon();
  }

  /**
   * Runs code soon; never waits. At most one piece of code of a lane runs at a time, even if it
   * does not return in time.
   *
   * @param lane what shall be entered by one thread only
   * @param title for the thread's name
   * @param owner whose code it is
   * @param whenDone told once, within the patience and a moment, on some thread without a lock;
   *     must be our own code
   */
  Attempt ask(
      Object lane,
      String title,
      OwnerId owner,
      Callable<Answer> code,
      Duration patience,
      Consumer<Outcome> whenDone);

  /** Interrupts what runs, begins nothing any more and does not wait. */
  @Override
  void close();
}
