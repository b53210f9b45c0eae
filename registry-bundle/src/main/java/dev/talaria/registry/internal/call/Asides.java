package dev.talaria.registry.internal.call;

import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.share.Shares;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.stuck.StuckCalls.Stay;
import dev.talaria.registry.internal.stuck.Where;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what whoever ends a call, or a session, must not wait for: other people's code, each within
 * the share of whom it is for, and known if it never returns. Thread-safe.
 */
public final class Asides {
  private static final Logger LOG = LoggerFactory.getLogger(Asides.class);

  /** Who hears of calls that were ended is not known before: all hooks together. */
  private static final Party REPORTS = new Party("hooks", false);

  private final Shares shares;
  private final Executor own;
  private final StuckCalls stuck;

  /** Creates the runner. */
  public Asides(CallThreads threads, StuckCalls stuck) {
    this.shares = threads.answers();
    this.own = threads.own();
    this.stuck = stuck;
  }

  /** Does something of ours; done in any case. */
  void own(Runnable action) {
    own.execute(action);
  }

  /** Hands something to the consumer whose session this is; done in any case. */
  void answer(Caller caller, Runnable action) {
    Party consumer = new Party("session " + caller.sessionId(), false);
    shares.take(shares.seat(consumer, action, action));
  }

  /** Goes on, in its owner's share, with what was done for a call; done in any case. */
  void goOn(ProviderScope scope, Runnable action) {
    shares.take(shares.seat(Party.of(scope.owner()), action, action));
  }

  /**
   * Tells hooks.
   *
   * @param telling gets what can be done once its thread is stuck
   */
  void report(Consumer<Runnable> telling) {
    Aside aside = new Aside(telling);
    aside.seat = shares.seat(REPORTS, aside, () -> LOG.debug("Hooks are not told any more"));
    shares.take(aside.seat);
  }

  /**
   * Runs code of a bundle with tools.
   *
   * @param what it is, for messages
   */
  public void run(String what, ProviderScope scope, Runnable code) {
    Aside aside =
        new Aside(
            whenStuck -> {
              Stay stay = stuck.leave(Where.beside(what, scope), whenStuck);
              try {
                code.run();
              } catch (RuntimeException | Error e) {
                LOG.warn("{} of {} failed", what, scope.owner(), e);
              } finally {
                stay.back();
              }
            });
    aside.seat =
        shares.seat(
            Party.of(scope.owner()),
            aside,
            () -> LOG.debug("{} of {} is not run: the runtime is ending", what, scope.owner()));
    shares.take(aside.seat);
  }

  /** Work that knows its seat; that is set before anybody can run it. */
  private static final class Aside implements Runnable {
    private final Consumer<Runnable> work;
    private Seat seat;

    private Aside(Consumer<Runnable> work) {
      this.work = work;
    }

    @Override
    public void run() {
      work.accept(seat::spare);
    }
  }
}
