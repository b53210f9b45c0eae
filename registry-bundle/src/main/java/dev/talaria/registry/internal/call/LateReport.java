package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HookedTask;
import dev.talaria.registry.internal.hook.HooksAfter;

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
  private boolean abandoned;

  LateReport(CallTask task, HookedCall call, CallResult result) {
    this.task = task;
    this.call = call;
    this.report = new CallReport(Statuses.of(result), task.atWork(), result);
  }

  void tell(HookSet hooks) {
    HooksAfter.observe(hooks, this, call, report);
  }

  /** Interrupts the hook that hears of it now; no other will. */
  synchronized void interrupt() {
    over = true;
    if (runner != null) {
      abandoned = true;
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
    if (abandoned) {
      abandoned = false;
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
