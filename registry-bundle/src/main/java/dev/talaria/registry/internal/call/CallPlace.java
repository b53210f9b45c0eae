package dev.talaria.registry.internal.call;

import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.stuck.StuckCalls.Stay;
import dev.talaria.registry.internal.stuck.Where;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where a call is, and on which thread: in a tool, in a hook, behind a stage that a tool returned.
 * Whoever ends the call interrupts it there; it is left behind until it comes out.
 *
 * <p>Guarded by this object's monitor. The thread that works on the call goes in and out; anybody
 * may end it, once.
 */
final class CallPlace {
  /** Of the call that made this one; null: none did. */
  private final CallPlace parent;

  private final boolean onCallerThread;

  /** The claim to the thread that is to work on it; null: none of ours. */
  private volatile Seat seat;

  /** The thread that is in the tool or in a hook. */
  private Thread runner;

  /** That thread was interrupted by us. */
  private boolean interrupted;

  private boolean ended;

  /** What the tool returned in place of a result. */
  private CompletionStage<?> stage;

  private Binding binding;
  private HookHandle<?> hook;

  /** Whose tool was called last. */
  private ProviderScope lastScope;

  /** When the tool was entered; 0: it was not, or nobody will ask. */
  private long enteredNanos;

  /** Set while the call is ended and its tool, or hook, goes on. */
  private Stay stay;

  CallPlace(CallPlace parent, boolean onCallerThread) {
    this.parent = parent;
    this.onCallerThread = onCallerThread;
  }

  /**
   * What a call that was ended leaves behind.
   *
   * @param inTool whether its tool is still at work
   * @param stage what the tool returned in place of a result; null: nothing
   * @param scope whose tool was called; null: none was
   */
  record Left(boolean inTool, CompletionStage<?> stage, ProviderScope scope) {}

  /** Notes which claim to a thread counts for the call from now on. */
  void claim(Seat next) {
    seat = next;
  }

  /** Counts its thread, if it is one of ours, to the owner whose tool it goes into. */
  void workFor(OwnerId owner) {
    Seat mine = seat;
    if (mine != null) {
      mine.moveTo(Party.of(owner));
    }
  }

  /** Lets nothing more be entered, interrupts what is, and gives up the claim to a thread. */
  Left end(StuckCalls stuck) {
    Left left;
    synchronized (this) {
      ended = true;
      left = new Left(binding != null, stage, lastScope);
      if (runner != null || stage != null) {
        Where where;
        if (hook == null) {
          where = Where.tool(binding);
          binding.abandon();
        } else {
          where = Where.hook(hook.toString());
          hook.abandon();
        }
        Seat held = runner == null ? null : seat;
        stay = stuck.leave(where, held == null ? () -> {} : held::spare);
      }
      if (runner != null) {
        interrupted = true;
        runner.interrupt();
      }
    }
    Seat claim = seat;
    if (claim != null) {
      claim.withdraw();
    }
    return left;
  }

  /**
   * Notes that this thread goes into the tool.
   *
   * @param timed whether anybody may ask how long it was there
   * @return false if the call has been ended
   */
  synchronized boolean enterTool(Binding where, boolean timed) {
    if (ended) {
      return false;
    }
    runner = Thread.currentThread();
    binding = where;
    lastScope = where.scope();
    enteredNanos = timed ? System.nanoTime() : 0;
    return true;
  }

  /** Notes that this thread has come back, and the tool's work is done. */
  void leaveTool() {
    Stay over;
    Binding left;
    boolean byUs;
    synchronized (this) {
      byUs = runnerLeft();
      over = stay;
      stay = null;
      left = binding;
      binding = null;
    }
    if (over != null) {
      left.recover();
      over.back();
    }
    settleInterruption(byUs);
  }

  /**
   * Notes that this thread has come back while the tool's work goes on.
   *
   * @return false if the call has been ended: the work is to be stopped
   */
  boolean awaitStage(CompletionStage<?> work) {
    boolean byUs;
    boolean wanted;
    synchronized (this) {
      byUs = runnerLeft();
      stage = work;
      wanted = !ended;
    }
    settleInterruption(byUs);
    return wanted;
  }

  /** Notes that the work that went on is done. */
  void stageDone() {
    Stay over;
    Binding left;
    synchronized (this) {
      stage = null;
      over = stay;
      stay = null;
      left = binding;
      binding = null;
    }
    if (over != null) {
      left.recover();
      over.back();
    }
  }

  /**
   * Notes that this thread goes into a hook.
   *
   * @return false if the call has been ended
   */
  synchronized boolean enterHook(HookHandle<?> handle) {
    if (ended) {
      return false;
    }
    runner = Thread.currentThread();
    hook = handle;
    return true;
  }

  void leaveHook() {
    Stay over;
    HookHandle<?> left;
    boolean byUs;
    synchronized (this) {
      byUs = runnerLeft();
      over = stay;
      stay = null;
      left = hook;
      hook = null;
    }
    if (over != null) {
      left.recover();
      over.back();
    }
    settleInterruption(byUs);
  }

  /** Under the monitor. Returns whether it was interrupted by us. */
  private boolean runnerLeft() {
    boolean byUs = interrupted;
    runner = null;
    interrupted = false;
    return byUs;
  }

  /**
   * Leaves the thread as whoever it belongs to wants it: our interruption of this call is over; one
   * that was meant for a call further up on the same thread, or for the caller whose thread it is,
   * stays.
   */
  private void settleInterruption(boolean byUs) {
    CallPlace above = aboveOnThisThread();
    boolean borrowed = onCallerThread || above != null;
    if (Thread.interrupted() && borrowed && !byUs) {
      Thread.currentThread().interrupt();
    }
    for (; above != null; above = above.aboveOnThisThread()) {
      if (above.isEnded()) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private CallPlace aboveOnThisThread() {
    return parent != null && parent.isOnThisThread() ? parent : null;
  }

  private synchronized boolean isOnThisThread() {
    return runner == Thread.currentThread();
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Returns whether a call of this bundle is in flight among those that lead to this one. */
  boolean isInside(ProviderScope scope) {
    for (CallPlace above = parent; above != null; above = above.parent) {
      Binding there = above.current();
      if (there != null && there.scope() == scope) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a call of this owner, or of this tool of it, is in flight among those that lead
   * to this one.
   *
   * @param tool a name; empty: any
   */
  boolean isInside(OwnerId owner, String tool) {
    for (CallPlace above = parent; above != null; above = above.parent) {
      Binding there = above.current();
      if (there != null
          && there.scope().owner().equals(owner)
          && (tool.isEmpty() || there.document().name().equals(tool))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether it is in a tool of this bundle. */
  boolean isIn(ProviderScope scope) {
    Binding there = current();
    return there != null && there.scope() == scope;
  }

  private synchronized Binding current() {
    return binding;
  }

  /** Returns the bundle whose tool was called; null: none was. */
  synchronized ProviderScope scope() {
    return lastScope;
  }

  /** Returns whose tool was called, if one was. */
  synchronized Optional<OwnerId> provider() {
    return lastScope == null ? Optional.empty() : Optional.of(lastScope.owner());
  }

  /** Returns how long the tool has been at work; zero: it was not. */
  synchronized Duration atWork() {
    return enteredNanos == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, System.nanoTime() - enteredNanos));
  }
}
