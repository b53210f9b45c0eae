package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keeps fresh what is known of tools: asks when a tool arrives, when somebody reads after the
 * lifetime of an answer, when a companion's service comes or changes, and again, for those who only
 * listen, as long as it fails. Never waits for an answer: readers are served what was known.
 *
 * <p>Readers come on any thread and look at two volatile times; only what is due takes the lock,
 * which guards the cells. A cell asks one question at a time: it is busy from the moment that
 * something is due until the answer has been published. Answers come on the threads of {@link
 * Asking}, or from the timer when they are too late. Foreign code and the outlet run without the
 * lock.
 */
public final class Refresher implements AutoCloseable {
  /** A time that does not come; half the range, so that differences stay right. */
  private static final long NEVER = Duration.ofDays(3650).toNanos();

  private final LongSupplier clock;
  private final Supplier<ProbeTimes> times;
  private final BiFunction<Runnable, Duration, ? extends Future<?>> timer;
  private final Asking asking;
  private final CompanionServices services;
  private final Outlet outlet;
  private final FindingLog log = new FindingLog();
  private final ReentrantLock lock = new ReentrantLock();
  private final Cells cells = new Cells();

  /** At this time something may be due; never later than that. Written under the lock. */
  private volatile long earliest;

  private boolean closed;

  /**
   * Creates one that knows of nothing yet.
   *
   * @param clock in the manner of {@link System#nanoTime}
   * @param timer runs short code of ours later
   */
  Refresher(
      LongSupplier clock,
      Supplier<ProbeTimes> times,
      BiFunction<Runnable, Duration, ? extends Future<?>> timer,
      Asking asking,
      CompanionServices services,
      Outlet outlet) {
    this.clock = clock;
    this.times = times;
    this.timer = timer;
    this.asking = asking;
    this.services = services;
    this.outlet = outlet;
    this.earliest = clock.getAsLong() + NEVER;
  }

  /** Creates one with threads of its own. */
  public static Refresher start(
      Supplier<ProbeTimes> times,
      BiFunction<Runnable, Duration, ? extends Future<?>> timer,
      CompanionServices services,
      Outlet outlet) {
    return new Refresher(System::nanoTime, times, timer, new AskThreads(timer), services, outlet);
  }

  private ProbeTimes timesOf(Inquiry inquiry) {
    ProbeTimes now = times.get();
    return inquiry.companion().kind() == Companion.Kind.PROBE ? now : now.withoutGrace();
  }

  /**
   * Looks again at questions that tools may have begun or ceased to depend on. What counts is the
   * table that is published now, so it does not matter in which order two changes are told.
   */
  public void reconcile(Set<Inquiry> concerned) {
    Set<Companion> released = new HashSet<>();
    List<Cell> returned = new ArrayList<>();
    lock.lock();
    try {
      Board board = outlet.board();
      for (Inquiry inquiry : concerned) {
        if (board.isUsed(inquiry) && !closed) {
          Cell cell = cells.get(inquiry);
          if (cell == null) {
            ask(cells.add(inquiry, board.finding(inquiry)));
          } else if (!cell.memory.finding().equals(board.finding(inquiry))) {
            // The last tool left and another came before this was told of the first.
            returned.add(cell);
          }
        }
      }
      for (Inquiry inquiry : concerned) {
        if (!board.isUsed(inquiry) && drop(inquiry)) {
          released.add(inquiry.companion());
        }
      }
    } finally {
      lock.unlock();
    }
    released.forEach(services::release);
    returned.forEach(this::publish);
  }

  /** Publishes what is known then, so that of two who publish neither can be late. */
  private void publish(Cell cell) {
    outlet.found(cell.inquiry, () -> cell.memory.finding());
  }

  /** Returns whether this took the companion's last question away. */
  private boolean drop(Inquiry inquiry) {
    Cell cell = cells.remove(inquiry);
    if (cell == null) {
      return false;
    }
    cell.gone = true;
    cell.interrupt();
    List<CompletableFuture<Finding>> left = cell.takeWaiting();
    if (!left.isEmpty()) {
      // Completed by the timer's thread: what waits is not to run under the lock.
      Finding last = cell.memory.finding();
      timer.apply(() -> left.forEach(found -> found.complete(last)), Duration.ZERO);
    }
    Companion companion = inquiry.companion();
    return companion.given().isEmpty() && cells.of(companion).isEmpty();
  }

  /** Somebody looks at all tools. */
  public void readAll() {
    if (clock.getAsLong() - earliest < 0) {
      return;
    }
    lock.lock();
    try {
      long now = clock.getAsLong();
      cells.all().forEach(cell -> askIfDue(cell, now));
      long next = now + NEVER;
      for (Cell cell : cells.all()) {
        next = cell.dueAt - next < 0 ? cell.dueAt : next;
      }
      earliest = next;
    } finally {
      lock.unlock();
    }
  }

  /** Somebody looks at what depends on this question. */
  public void read(Inquiry inquiry) {
    Cell cell = cells.get(inquiry);
    if (cell == null || clock.getAsLong() - cell.dueAt < 0) {
      return;
    }
    lock.lock();
    try {
      askIfDue(cell, clock.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  private void askIfDue(Cell cell, long now) {
    if (!cell.busy && cell.memory.isDue(now, timesOf(cell.inquiry))) {
      ask(cell);
    }
  }

  /**
   * Forgets how a question was answered and asks it now; until the answer comes, what was known is
   * served.
   *
   * @return what was found out; completed on a thread that must not be kept
   */
  public CompletionStage<Finding> askNow(Inquiry inquiry) {
    CompletableFuture<Finding> found = new CompletableFuture<>();
    lock.lock();
    try {
      Cell cell = cells.get(inquiry);
      if (cell == null || closed) {
        found.complete(outlet.board().finding(inquiry));
      } else {
        cell.memory = cell.memory.cleared();
        cell.await(found);
        askAnew(cell);
      }
    } finally {
      lock.unlock();
    }
    return found.minimalCompletionStage();
  }

  /** The companion's service came, or another took its place, or its properties changed. */
  public void offered(Companion companion) {
    lock.lock();
    try {
      cells.of(companion).forEach(this::askAnew);
    } finally {
      lock.unlock();
    }
  }

  /** The companion's service went, with its bundle or to come back. */
  public void withdrawn(Companion companion) {
    lock.lock();
    try {
      for (Cell cell : cells.of(companion)) {
        if (cell.attempt != null) {
          // What it answers while it is taken down says nothing.
          cell.interrupt();
          cell.busy = false;
          ask(cell);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void askAnew(Cell cell) {
    if (cell.busy && cell.attempt != null) {
      cell.again = true;
    } else {
      cell.interrupt();
      ask(cell);
    }
  }

  /** Begins to ask. Under the lock. */
  private void ask(Cell cell) {
    if (closed || cell.gone) {
      return;
    }
    cell.stopTimer();
    cell.busy = true;
    cell.again = false;
    cell.began = clock.getAsLong();
    cell.dueAt = cell.began + NEVER;
    long turn = ++cell.turn;
    Inquiry inquiry = cell.inquiry;
    Companion companion = inquiry.companion();
    Duration patience = timesOf(inquiry).timeout();
    if (companion.given().isEmpty() && !services.isOffered(companion)) {
      cell.startTimer(timer.apply(() -> missing(cell, turn), patience));
      return;
    }
    Inquirer inquirer = new Inquirer(services);
    cell.attempt =
        asking.ask(
            companion,
            companion.kind() + "-" + companion.scope().owner() + "/" + companion.name(),
            companion.scope().owner(),
            () -> inquirer.ask(inquiry),
            patience,
            outcome -> answered(cell, turn, outcome));
  }

  /** The service has not come in time. */
  private void missing(Cell cell, long turn) {
    Companion companion = cell.inquiry.companion();
    if (services.isAwaited(companion)) {
      lock.lock();
      try {
        if (cell.turn == turn && !closed) {
          cell.startTimer(timer.apply(() -> missing(cell, turn), timesOf(cell.inquiry).timeout()));
        }
      } finally {
        lock.unlock();
      }
      return;
    }
    conclude(cell, turn, Inquirer.missing(cell.inquiry));
  }

  private void answered(Cell cell, long turn, Asking.Outcome outcome) {
    Answer answer;
    if (outcome instanceof Asking.Outcome.Returned returned) {
      answer = returned.answer();
    } else if (outcome instanceof Asking.Outcome.Threw threw) {
      answer = Inquirer.threw(cell.inquiry, threw.thrown());
      log.threw(cell.inquiry, threw.thrown());
    } else {
      answer = Inquirer.tooLate(cell.inquiry, ((Asking.Outcome.TooLate) outcome).why());
    }
    conclude(cell, turn, answer);
  }

  private void conclude(Cell cell, long turn, Answer answer) {
    Memory before;
    Memory after;
    String lastWhy;
    ProbeTimes now = timesOf(cell.inquiry);
    lock.lock();
    try {
      if (cell.turn != turn || cell.gone || closed) {
        return;
      }
      before = cell.memory;
      after = before.after(cell.began, answer, now);
      lastWhy = cell.lastWhy;
      cell.memory = after;
      cell.lastWhy = answer.why();
      cell.attempt = null;
    } finally {
      lock.unlock();
    }
    log.found(cell.inquiry, before, after, answer, lastWhy, outlet.board().names(cell.inquiry));
    if (!before.finding().equals(after.finding())) {
      publish(cell);
    }
    settle(cell, turn, now);
  }

  /** The answer has been published: the cell is free again. */
  private void settle(Cell cell, long turn, ProbeTimes now) {
    List<CompletableFuture<Finding>> answered = List.of();
    Finding finding;
    lock.lock();
    try {
      finding = cell.memory.finding();
      if (cell.turn != turn || cell.gone) {
        return;
      }
      if (cell.again) {
        ask(cell);
        return;
      }
      cell.busy = false;
      answered = cell.takeWaiting();
      long time = clock.getAsLong();
      cell.dueAt = cell.memory.dueAt(time, now);
      if (cell.dueAt - earliest < 0) {
        earliest = cell.dueAt;
      }
      if (cell.memory.isFailing()) {
        watchLater(cell, turn, time, now);
      }
    } finally {
      lock.unlock();
    }
    answered.forEach(future -> future.complete(finding));
  }

  private void watchLater(Cell cell, long turn, long time, ProbeTimes now) {
    long wait = Math.max(0, cell.memory.watchAt(time, now) - time);
    cell.startTimer(timer.apply(() -> watch(cell, turn), Duration.ofNanos(wait)));
  }

  /** Asks again in place of a reader, if somebody waits to be told. */
  private void watch(Cell cell, long turn) {
    if (!outlet.isWatched(cell.inquiry)) {
      // Whoever begins to listen counts as a reader.
      return;
    }
    lock.lock();
    try {
      if (cell.turn == turn && !cell.busy) {
        ask(cell);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Asks nothing any more; does not wait for what was asked. */
  @Override
  public void close() {
    List<CompletableFuture<Finding>> left = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      for (Cell cell : cells.all()) {
        cell.interrupt();
        left.addAll(cell.takeWaiting());
      }
    } finally {
      lock.unlock();
    }
    asking.close();
    left.forEach(future -> future.cancel(false));
  }
}
