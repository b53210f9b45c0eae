package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Runs probes and overlays on threads of their own, each named after whose code it runs and ending
 * with it: at most {@value #MAX_ACTIVE} that are in time. One that is not is interrupted and no
 * longer counts among these, so that it delays nobody; of those that do not return in spite of it
 * at most {@value #MAX_STUCK}, and {@value #MAX_STUCK_OF_ONE} of one owner, are put up with.
 *
 * <p>The lock guards all fields, those of attempts too; no foreign code and no listener runs under
 * it. The timer's thread interrupts and tells of what is too late.
 */
public final class AskThreads implements Asking {
  static final int MAX_ACTIVE = 16;
  static final int MAX_STUCK = 64;
  static final int MAX_STUCK_OF_ONE = 4;
  static final int MAX_WAITING = 10_000;

  private final BiFunction<Runnable, Duration, ? extends Future<?>> timer;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Running> waiting = new ArrayDeque<>();
  private final Set<Running> begun = new HashSet<>();
  private final Set<Object> busyLanes = new HashSet<>();
  private final Map<OwnerId, Integer> stuckOf = new HashMap<>();
  private int active;
  private int stuck;
  private boolean closed;

  /** Creates the threads' keeper; there are none before something is asked. */
  public AskThreads(BiFunction<Runnable, Duration, ? extends Future<?>> timer) {
    this.timer = timer;
  }

  /** Where an attempt is. */
  private enum Phase {
    WAITING,
    ACTIVE,
    STUCK,
    OVER
  }

  /** One attempt. Compared by identity. */
  private final class Running implements Attempt {
    private final Object lane;
    private final OwnerId owner;
    private final Callable<Answer> code;
    private final Duration patience;
    private final Consumer<Outcome> whenDone;
    private final Thread thread;
    private Phase phase = Phase.WAITING;
    private boolean told;
    private Future<?> deadline;

    private Running(
        Object lane,
        String title,
        OwnerId owner,
        Callable<Answer> code,
        Duration patience,
        Consumer<Outcome> whenDone) {
      this.lane = lane;
      this.owner = owner;
      this.code = code;
      this.patience = patience;
      this.whenDone = whenDone;
      this.thread = new Thread(this::run, "talaria-" + title);
      thread.setDaemon(true);
      // Not the loader of whichever bundle's thread happened to read.
      thread.setContextClassLoader(AskThreads.class.getClassLoader());
    }

    private void run() {
      Outcome outcome;
      try {
        outcome = new Outcome.Returned(code.call());
      } catch (Throwable e) {
        // The edge of foreign code: whatever it is, the one who asked is told.
        outcome = new Outcome.Threw(e);
      }
      try {
        if (claim()) {
          whenDone.accept(outcome);
        }
      } finally {
        ended(this);
      }
    }

    /** Returns true to the one who is to tell; after that nobody interrupts the thread any more. */
    private boolean claim() {
      lock.lock();
      try {
        boolean mine = !told;
        told = true;
        if (mine && deadline != null) {
          deadline.cancel(false);
        }
        return mine;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void abandon() {
      giveUp(this);
    }
  }

  @Override
  public Attempt ask(
      Object lane,
      String title,
      OwnerId owner,
      Callable<Answer> code,
      Duration patience,
      Consumer<Outcome> whenDone) {
    Running mine = new Running(lane, title, owner, code, patience, whenDone);
    lock.lock();
    try {
      Duration wait = patience;
      if (closed || isHopeless(owner) || waiting.size() >= MAX_WAITING) {
        // Told by the timer, not by whoever asks.
        wait = Duration.ZERO;
      } else {
        waiting.add(mine);
      }
      mine.deadline = timer.apply(() -> tooLate(mine), wait);
      begin();
    } finally {
      lock.unlock();
    }
    return mine;
  }

  private boolean isHopeless(OwnerId owner) {
    return stuck >= MAX_STUCK || stuckOf.getOrDefault(owner, 0) >= MAX_STUCK_OF_ONE;
  }

  /** Begins what can be begun. Under the lock. */
  private void begin() {
    Iterator<Running> next = waiting.iterator();
    while (active < MAX_ACTIVE && !closed && next.hasNext()) {
      Running one = next.next();
      if (!busyLanes.contains(one.lane)) {
        next.remove();
        busyLanes.add(one.lane);
        begun.add(one);
        active++;
        one.phase = Phase.ACTIVE;
        try {
          one.thread.start();
        } catch (OutOfMemoryError e) {
          // No thread to be had: its deadline tells so, and the next reader tries again.
          finish(one);
        }
      }
    }
  }

  /** Under the lock. */
  private void finish(Running one) {
    if (one.phase == Phase.ACTIVE) {
      active--;
    } else if (one.phase == Phase.STUCK) {
      stuck--;
      stuckOf.computeIfPresent(one.owner, (owner, count) -> count == 1 ? null : count - 1);
    }
    one.phase = Phase.OVER;
    begun.remove(one);
    busyLanes.remove(one.lane);
  }

  private void ended(Running one) {
    lock.lock();
    try {
      finish(one);
      begin();
    } finally {
      lock.unlock();
    }
  }

  private void tooLate(Running one) {
    String why;
    lock.lock();
    try {
      if (one.told) {
        return;
      }
      why = explain(one);
    } finally {
      lock.unlock();
    }
    if (giveUp(one)) {
      one.whenDone.accept(new Outcome.TooLate(why));
    }
  }

  /** Under the lock. */
  private String explain(Running one) {
    if (one.phase != Phase.WAITING) {
      return "took longer than " + shown(one.patience);
    }
    if (busyLanes.contains(one.lane)) {
      return "has not returned from an earlier attempt, though interrupted";
    }
    if (isHopeless(one.owner)) {
      return "is not asked any more: "
          + stuckOf.getOrDefault(one.owner, 0)
          + " probes and overlays of "
          + one.owner
          + " hang ("
          + stuck
          + " in all); restart the bundle: talaria bundles restart "
          + one.owner;
    }
    return "was not reached within " + shown(one.patience) + ": too many are asked at once";
  }

  private static String shown(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /**
   * Takes the right to tell away and interrupts.
   *
   * @return whether it had not been told yet
   */
  private boolean giveUp(Running one) {
    lock.lock();
    try {
      if (one.told) {
        return false;
      }
      one.told = true;
      one.deadline.cancel(false);
      if (one.phase == Phase.WAITING) {
        waiting.remove(one);
        one.phase = Phase.OVER;
      } else if (one.phase == Phase.ACTIVE) {
        active--;
        stuck++;
        stuckOf.merge(one.owner, 1, Integer::sum);
        one.phase = Phase.STUCK;
        one.thread.interrupt();
        begin();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<Running> all;
    lock.lock();
    try {
      closed = true;
      all = new ArrayList<>(begun);
      all.addAll(waiting);
    } finally {
      lock.unlock();
    }
    all.forEach(this::giveUp);
  }
}
