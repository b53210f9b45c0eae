package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A refresher whose clock, timer and probes the test moves by hand, all on its own thread. */
final class Lab implements Asking, CompanionServices, Outlet {
  long now;
  ProbeTimes times = ProbeTimes.DEFAULT;
  Board board = Board.EMPTY;
  final List<Pending> pending = new ArrayList<>();
  final Set<Companion> offered = new HashSet<>();
  final Set<Companion> awaited = new HashSet<>();
  final List<Companion> released = new ArrayList<>();
  final List<Finding> published = new ArrayList<>();
  boolean watched;
  int asked;
  private final PriorityQueue<Timed> timed =
      new PriorityQueue<>(
          Comparator.comparingLong((Timed t) -> t.at).thenComparingLong(t -> t.order));
  private long order;
  final Refresher refresher = new Refresher(() -> now, () -> times, this::later, this, this, this);

  private static final class Timed extends CompletableFuture<Void> {
    private final long at;
    private final long order;
    private final Runnable action;

    private Timed(long at, long order, Runnable action) {
      this.at = at;
      this.order = order;
      this.action = action;
    }
  }

  /** A probe that has been asked and has not answered yet. */
  static final class Pending implements Attempt {
    final Object lane;
    final Consumer<Outcome> whenDone;
    boolean over;
    private Future<?> deadline;

    private Pending(Object lane, Consumer<Outcome> whenDone) {
      this.lane = lane;
      this.whenDone = whenDone;
    }

    @Override
    public void abandon() {
      over = true;
      deadline.cancel(false);
    }
  }

  private Future<?> later(Runnable action, Duration delay) {
    Timed made = new Timed(now + delay.toNanos(), order++, action);
    timed.add(made);
    return made;
  }

  /** Lets time pass, and what was to happen meanwhile happen. */
  void pass(Duration time) {
    long until = now + time.toNanos();
    while (!timed.isEmpty() && timed.peek().at <= until) {
      Timed next = timed.poll();
      now = Math.max(now, next.at);
      if (!next.isCancelled()) {
        next.action.run();
      }
    }
    now = until;
  }

  void at(double second) {
    pass(Duration.ofNanos((long) (second * 1e9) - now));
  }

  @Override
  public Attempt ask(
      Object lane,
      String title,
      OwnerId owner,
      Callable<Answer> code,
      Duration patience,
      Consumer<Outcome> whenDone) {
    asked++;
    Pending made = new Pending(lane, whenDone);
    made.deadline =
        later(() -> finish(made, new Outcome.TooLate("took longer than " + patience)), patience);
    pending.add(made);
    return made;
  }

  private void finish(Pending one, Outcome outcome) {
    if (!one.over) {
      one.over = true;
      pending.remove(one);
      one.deadline.cancel(false);
      one.whenDone.accept(outcome);
    }
  }

  /** Lets the one probe that is under way answer. */
  void answer(boolean works) {
    pending.removeIf(one -> one.over);
    Pending one = pending.get(0);
    Inquiry inquiry = Inquiry.probe((Companion) one.lane);
    finish(
        one,
        new Outcome.Returned(
            works ? Answer.good(Verdict.AVAILABLE) : Answer.failed(inquiry, "no backend")));
  }

  void answer(Outcome outcome) {
    pending.removeIf(one -> one.over);
    finish(pending.get(0), outcome);
  }

  boolean isAsking() {
    pending.removeIf(one -> one.over);
    return !pending.isEmpty();
  }

  /** Publishes that a tool depends on a question. */
  void use(Inquiry inquiry, String tool) {
    board = board.with(inquiry, tool);
    refresher.reconcile(Set.of(inquiry));
  }

  /** Publishes that it no longer does. */
  void leave(Inquiry inquiry, String tool) {
    board = board.without(inquiry, tool);
    refresher.reconcile(Set.of(inquiry));
  }

  Verdict verdict(Inquiry inquiry) {
    return (Verdict) board.finding(inquiry);
  }

  @Override
  public void found(Inquiry inquiry, Supplier<Finding> current) {
    board = board.with(inquiry, current.get());
    published.add(current.get());
  }

  @Override
  public Board board() {
    return board;
  }

  @Override
  public boolean isWatched(Inquiry inquiry) {
    return watched;
  }

  @Override
  public boolean isOffered(Companion companion) {
    return offered.contains(companion);
  }

  @Override
  public boolean isAwaited(Companion companion) {
    return awaited.contains(companion);
  }

  @Override
  public Object obtain(Companion companion) {
    throw new IllegalStateException("the test answers in its place");
  }

  @Override
  public void release(Companion companion) {
    released.add(companion);
  }

  @Override
  public void close() {
    pending.forEach(one -> one.over = true);
  }

  Optional<String> reason(Inquiry inquiry) {
    return Optional.of(verdict(inquiry).reason());
  }
}
