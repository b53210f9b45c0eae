package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HookedTask;
import dev.talaria.registry.internal.hook.HooksAfter;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.stuck.StuckCalls.Stay;
import dev.talaria.registry.internal.stuck.Where;

/**
 * Tells hooks of a call that was ended from outside, beside its answer: the caller does not wait.
 * Has a time of its own, since the call's is over; {@link #interrupt} ends it.
 */
final class LateReport implements HookedTask {
  private final CallTask task;
  private final HookedCall call;
  private final CallReport report;

  /** Guarded by this. */
  private Thread runner;

  /** Guarded by this. */
  private HookHandle<?> hook;

  /** Guarded by this. */
  private boolean over;

  /** Guarded by this. */
  private Stay stay;

  private final StuckCalls stuck;
  private final Runnable whenStuck;

  /**
   * Creates a report.
   *
   * @param whenStuck run when a hook does not come back from hearing of it
   */
  LateReport(
      CallTask task, HookedCall call, CallResult result, StuckCalls stuck, Runnable whenStuck) {
    this.task = task;
    this.stuck = stuck;
    this.whenStuck = whenStuck;
    this.call = call;
    this.report = new CallReport(Statuses.of(result), task.place().atWork(), result);
  }

  void tell(HookSet hooks) {
    HooksAfter.observe(hooks, this, call, report);
  }

  /** Interrupts the hook that hears of it now; no other will. */
  synchronized void interrupt() {
    over = true;
    if (runner != null) {
      stay = stuck.leave(Where.hook(hook.toString()), whenStuck);
      hook.abandon();
      runner.interrupt();
    }
  }

  @Override
  public synchronized boolean enterHook(HookHandle<?> handle) {
    if (over) {
      return false;
    }
    runner = Thread.currentThread();
    hook = handle;
    return true;
  }

  @Override
  public synchronized void leaveHook() {
    runner = null;
    if (stay != null) {
      stay.back();
      stay = null;
      hook.recover();
    }
    hook = null;
    Thread.interrupted();
  }

  @Override
  public synchronized boolean isEnded() {
    return over;
  }

  @Override
  public void hooked(HookedCall seen) {
    // It is over; nothing is to be kept.
  }

  @Override
  public String callId() {
    return task.callId();
  }

  @Override
  public String sessionId() {
    return task.sessionId();
  }

  @Override
  public String principal() {
    return task.principal();
  }

  @Override
  public int depth() {
    return task.depth();
  }
}
