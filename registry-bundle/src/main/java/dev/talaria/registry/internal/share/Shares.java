package dev.talaria.registry.internal.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Shares out threads, so that nobody can take them all. A party may hold {@value #WEIGHT} times as
 * many as are free besides: alone it gets most of them, two get less each, and however many there
 * are, some are left for who comes next. A few are kept for the runtime's own parts. Work that
 * finds no thread waits in the line of its party, holding none; the lines take turns.
 *
 * <p>Everything is guarded by this object's monitor; work, and what is done in its place, runs
 * outside of it.
 */
public final class Shares {
  static final int WEIGHT = 3;

  /** So many threads a party may hold as long as there is a free one. */
  static final int ALWAYS = 8;

  private final Bounds bounds;
  private final Executor threads;
  private final Map<Party, Account> accounts = new HashMap<>();
  private final Set<Account> hungry = new LinkedHashSet<>();
  private int busy;
  private int spared;

  /** What one party has. Guarded by the shares; compared by identity. */
  static final class Account {
    private final Party party;
    private final Set<Seat> first = new LinkedHashSet<>();
    private final Set<Seat> line = new LinkedHashSet<>();
    private int busy;

    Account(Party party) {
      this.party = party;
    }

    private boolean isHungry() {
      return !first.isEmpty() || !line.isEmpty();
    }

    private Seat next() {
      Iterator<Seat> seats = (first.isEmpty() ? line : first).iterator();
      Seat next = seats.next();
      seats.remove();
      return next;
    }
  }

  /**
   * Creates the shares.
   *
   * @param threads runs work at once, on a thread each; it need have no bound
   */
  public Shares(Bounds bounds, Executor threads) {
    this.bounds = bounds;
    this.threads = threads;
  }

  /**
   * Makes a claim, which counts for nothing yet.
   *
   * @param otherwise done once, in place of the work, if that will not be: short and our own
   */
  public Seat seat(Party party, Runnable work, Runnable otherwise) {
    return new Seat(this, party, work, otherwise);
  }

  private Account account(Party party) {
    return accounts.computeIfAbsent(party, Account::new);
  }

  /**
   * Has work done, now or when it is its turn.
   *
   * @return false: too much of its party waits already; nothing will be done
   */
  public boolean take(Seat seat) {
    return take(seat, false);
  }

  /** Has work done before what waits already; it may always wait. */
  public void takeFirst(Seat seat) {
    take(seat, true);
  }

  private boolean take(Seat seat, boolean first) {
    synchronized (this) {
      if (seat.state != Seat.State.NEW) {
        return true;
      }
      Account account = claim(seat);
      if (mayTake(account) && (first || !account.isHungry())) {
        sit(seat);
      } else if (first || account.line.size() < bounds.waiting()) {
        (first ? account.first : account.line).add(seat);
        seat.state = Seat.State.WAITING;
        hungry.add(account);
        return true;
      } else {
        seat.state = Seat.State.OVER;
        forgetIfIdle(account);
        return false;
      }
    }
    launch(List.of(seat));
    return true;
  }

  /**
   * Has work done now.
   *
   * @return false: there is no thread for it; nothing will be done
   */
  public boolean takeNow(Seat seat) {
    synchronized (this) {
      Account account = claim(seat);
      if (account.isHungry() || !mayTake(account)) {
        seat.state = Seat.State.OVER;
        forgetIfIdle(account);
        return false;
      }
      sit(seat);
    }
    launch(List.of(seat));
    return true;
  }

  private Account claim(Seat seat) {
    seat.account = account(seat.party);
    return seat.account;
  }

  private boolean mayTake(Account account) {
    int free = bounds.threads() - busy - (account.party.core() ? 0 : bounds.kept());
    return free > 0 && (account.busy < ALWAYS || account.busy + 1 <= (long) WEIGHT * (free - 1));
  }

  private void sit(Seat seat) {
    seat.state = Seat.State.SEATED;
    seat.account.busy++;
    busy++;
  }

  private void launch(List<Seat> seats) {
    Queue<Seat> ready = new ArrayDeque<>(seats);
    for (Seat seat = ready.poll(); seat != null; seat = ready.poll()) {
      try {
        threads.execute(seat);
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        // The end of the runtime, or no thread to be had from the system.
        ready.addAll(left(seat));
        seat.otherwise().run();
      }
    }
  }

  /** The work is done. */
  void leave(Seat seat) {
    launch(left(seat));
  }

  private synchronized List<Seat> left(Seat seat) {
    Account account = seat.account;
    if (seat.state == Seat.State.SEATED) {
      busy--;
      account.busy--;
    } else if (seat.state == Seat.State.SPARED) {
      spared--;
    }
    seat.state = Seat.State.OVER;
    forgetIfIdle(account);
    return seatNext();
  }

  private void forgetIfIdle(Account account) {
    if (account.busy == 0 && !account.isHungry()) {
      accounts.remove(account.party, account);
    }
  }

  /** Gives what is free to those who wait, one each in turn. */
  private List<Seat> seatNext() {
    List<Seat> seated = new ArrayList<>();
    boolean more = !hungry.isEmpty();
    while (more) {
      more = false;
      for (Account account : List.copyOf(hungry)) {
        if (mayTake(account)) {
          Seat seat = account.next();
          sit(seat);
          seated.add(seat);
          more = true;
          hungry.remove(account);
          if (account.isHungry()) {
            hungry.add(account);
          }
        }
      }
    }
    return seated;
  }

  boolean withdraw(Seat seat) {
    synchronized (this) {
      if (seat.state == Seat.State.WAITING) {
        Account account = seat.account;
        account.first.remove(seat);
        account.line.remove(seat);
        if (!account.isHungry()) {
          hungry.remove(account);
        }
        forgetIfIdle(account);
      } else if (seat.state != Seat.State.NEW) {
        return false;
      }
      seat.state = Seat.State.OVER;
      return true;
    }
  }

  void move(Seat seat, Party party) {
    List<Seat> next;
    synchronized (this) {
      Account before = seat.account;
      if (seat.state != Seat.State.SEATED) {
        return;
      }
      before.busy--;
      forgetIfIdle(before);
      seat.party = party;
      claim(seat).busy++;
      next = seatNext();
    }
    launch(next);
  }

  void spare(Seat seat) {
    List<Seat> next;
    synchronized (this) {
      if (seat.state != Seat.State.SEATED || spared >= bounds.spare()) {
        return;
      }
      seat.state = Seat.State.SPARED;
      spared++;
      busy--;
      seat.account.busy--;
      forgetIfIdle(seat.account);
      next = seatNext();
    }
    launch(next);
  }

  /** Returns how many threads work for a party, without those that are made up for. */
  public synchronized int busy(Party party) {
    Account account = accounts.get(party);
    return account == null ? 0 : account.busy;
  }

  /** Returns how much work of all parties waits. */
  public synchronized int waiting() {
    return hungry.stream().mapToInt(one -> one.first.size() + one.line.size()).sum();
  }

  /** Returns how many parties there are. */
  public synchronized int parties() {
    return accounts.size();
  }
}
