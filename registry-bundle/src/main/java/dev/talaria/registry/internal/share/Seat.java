package dev.talaria.registry.internal.share;

/**
 * A piece of work and its claim to a thread. Its state is guarded by the shares; it works, waits or
 * is withdrawn once.
 */
public final class Seat implements Runnable {
  private final Shares shares;
  private final Runnable work;
  private final Runnable otherwise;

  /** Written under the shares' monitor. */
  volatile Party party;

  /** Guarded by the shares. Set once the claim counts. */
  Shares.Account account;

  /** Guarded by the shares. */
  State state = State.NEW;

  enum State {
    NEW,
    WAITING,
    /** It counts against its party's share. */
    SEATED,
    /** Its thread is stuck, and another one takes its place. */
    SPARED,
    OVER
  }

  Seat(Shares shares, Party party, Runnable work, Runnable otherwise) {
    this.shares = shares;
    this.party = party;
    this.work = work;
    this.otherwise = otherwise;
  }

  /** Does the work; called by its thread. */
  @Override
  public void run() {
    try {
      work.run();
    } finally {
      shares.leave(this);
    }
  }

  Runnable otherwise() {
    return otherwise;
  }

  /** Gives up the claim if the work has not begun; what is to be done in its place is done. */
  public void withdraw() {
    if (shares.withdraw(this)) {
      otherwise.run();
    }
  }

  /** Notes that the thread works for another party than was thought. */
  public void moveTo(Party next) {
    if (!party.equals(next)) {
      shares.move(this, next);
    }
  }

  /**
   * Notes that the thread is not expected back: as far as there are others, one takes its place.
   */
  public void spare() {
    shares.spare(this);
  }
}
