package dev.talaria.registry.internal.availability;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * What is going on about one question. Guarded by the lock of {@link Refresher}; the volatile
 * fields are also read without it.
 */
final class Cell {
  final Inquiry inquiry;
  volatile Memory memory;

  /** When a reader has it asked; far away while it is being asked. */
  volatile long dueAt;

  /** Why the last answer was a failure; empty: it was none. */
  String lastWhy = "";

  /** No tool depends on it any more. */
  boolean gone;

  /** From the moment that something is due until the answer has been published. */
  boolean busy;

  /** Once it is answered, ask again: what was asked is not what is there now. */
  boolean again;

  /** When the asking began that is under way. */
  long began;

  /** Counts what was asked, so that the answer to something abandoned is known as such. */
  long turn;

  /** The code that runs; null: none does. */
  Asking.Attempt attempt;

  private Future<?> timer;
  private List<CompletableFuture<Finding>> waiting = new ArrayList<>();

  Cell(Inquiry inquiry, Memory memory) {
    this.inquiry = inquiry;
    this.memory = memory;
  }

  /** Has something happen later, unless the cell moves on before; what was to happen does not. */
  void startTimer(Future<?> running) {
    stopTimer();
    timer = running;
  }

  void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  /** Wants nothing of what was begun. */
  void interrupt() {
    stopTimer();
    turn++;
    if (attempt != null) {
      attempt.abandon();
      attempt = null;
    }
  }

  /** Adds somebody who waits for the next answer. */
  void await(CompletableFuture<Finding> found) {
    waiting.add(found);
  }

  /** Returns those who wait, who from now on are somebody else's to answer. */
  List<CompletableFuture<Finding>> takeWaiting() {
    List<CompletableFuture<Finding>> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }
}
