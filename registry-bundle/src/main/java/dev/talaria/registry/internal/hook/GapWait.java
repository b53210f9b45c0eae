package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult.Failure;
import dev.talaria.pipeline.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What one call does about guards that are not there: it waits, for so long at most, and is then
 * refused; at once if waiting could hold up what it waits for. Used by one thread at a time.
 */
final class GapWait {
  private final GuardedTask task;
  private final String tool;
  private boolean waiting;
  private long since;

  GapWait(GuardedTask task, String tool) {
    this.task = task;
    this.tool = tool;
  }

  /**
   * Looks for guards that are missing.
   *
   * @param which kinds of them matter now
   * @param lost what does not happen without them, a clause for the caller
   * @return null: none is missing
   */
  Verdict verdict(HookSet set, Predicate<HookKind> which, String lost) {
    long now = System.nanoTime();
    AbsentHook last = null;
    for (AbsentHook hook : set.absent()) {
      if (which.test(hook.kind()) && hook.wants(tool)) {
        if (!mayWait(hook, now)) {
          return refused(hook, lost);
        }
        last = hook;
      }
    }
    if (last == null) {
      waiting = false;
      return null;
    }
    if (!waiting) {
      waiting = true;
      since = now;
    }
    long left = last.patience().toNanos() - (now - since);
    if (left <= 0) {
      return refused(last, lost);
    }
    CompletableFuture<Void> change = set.replaced().copy();
    return new Verdict.Wait(change.completeOnTimeout(null, left, TimeUnit.NANOSECONDS));
  }

  private boolean mayWait(AbsentHook hook, long now) {
    return hook.isSoonBack(now)
        && !task.isInside(hook.owner())
        && task.maker().filter(maker -> hook.mayWaitFor(maker)).isEmpty();
  }

  private static Verdict refused(AbsentHook hook, String lost) {
    return new Verdict.Refuse(Failures.of(Failure.BLOCKED, hook.refusal(lost)));
  }
}
