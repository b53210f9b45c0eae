package dev.talaria.registry.internal.call;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.hook.GuardedTask;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One call and its one answer. Whoever claims it first answers it: the thread that works on it, or,
 * through {@link #end}, the watch, the caller, the session or a drain.
 *
 * <p>One thread at a time works on a call. The monitor of this object guards the fields marked so;
 * under it only our own code runs. Foreign code (what waits for the answer, what was to run on
 * cancellation) runs on the worker or beside calls, never on the watch's thread.
 */
final class CallTask implements CallHandle, GuardedTask {
  private final CallEnds ends;
  private final CallRequest request;
  private final long sequence;
  private final Caller caller;
  private final CallTask parent;
  private final Binding overrider;
  private final int depth;
  private final boolean onCallerThread;
  private final CallClock clock;
  private final CallPlace place;

  /** Made when it is first asked for; two who ask at once make the same. */
  private volatile String callId;

  // The links of the set of calls under way, guarded by the stripe.
  UnderWay.Stripe stripe;
  CallTask previous;
  CallTask next;

  // Written under this monitor and read without it: each call is asked for these several times.

  /** Where a call that has to wait keeps what it has; null: it never had to. */
  private volatile CallProgress progress;

  /** The answer, once it is claimed. */
  private volatile CallResult claimed;

  /** Answered without its tool's consent. */
  private volatile boolean ended;

  /** How hooks saw it last; null: none did. */
  private volatile HookedCall seen;

  /** Guarded by this. Hooks hear of its end, or have. */
  private boolean reported;

  /** Guarded by this; null: none. */
  private EndActions actions;

  /** Guarded by this; null: nobody waits for it yet. */
  private CompletableFuture<CallResult> answer;

  /**
   * Creates a call.
   *
   * @param parent the call that makes it, or null
   * @param overrider the binding whose overridden tool is called, or null for the standing one
   */
  CallTask(
      CallEnds ends,
      DeadlineWatch watch,
      CallRequest request,
      Caller caller,
      CallTask parent,
      Binding overrider,
      Duration timeLimit,
      boolean onCallerThread) {
    this.ends = ends;
    this.request = request;
    this.caller = caller;
    this.parent = parent;
    this.overrider = overrider;
    this.onCallerThread = onCallerThread;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.sequence = caller.nextSequence();
    this.clock = new CallClock(watch, parent == null ? null : parent.clock, timeLimit);
    this.place = new CallPlace(parent == null ? null : parent.place, onCallerThread);
  }

  CallRequest request() {
    return request;
  }

  String name() {
    return request.name();
  }

  long sequence() {
    return sequence;
  }

  Caller caller() {
    return caller;
  }

  CallTask parent() {
    return parent;
  }

  /** Returns the call that came from outside, of which this one may be a part. */
  CallTask root() {
    CallTask root = this;
    while (root.parent != null) {
      root = root.parent;
    }
    return root;
  }

  Binding overrider() {
    return overrider;
  }

  boolean onCallerThread() {
    return onCallerThread;
  }

  CallClock clock() {
    return clock;
  }

  CallPlace place() {
    return place;
  }

  synchronized CallProgress progress() {
    if (progress == null) {
      progress = new CallProgress();
    }
    return progress;
  }

  /** Gives up the places at gates, if there ever were any. */
  void leaveGates() {
    CallProgress mine = progress;
    if (mine != null) {
      mine.leavePlaces();
    }
  }

  /** Returns the progress, if the call ever had to keep any; else null. */
  CallProgress progressIfAny() {
    return progress;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public String callId() {
    String known = callId;
    if (known == null) {
      known = request.callId() == null ? id(caller.sessionId(), sequence) : request.callId();
      callId = known;
    }
    return known;
  }

  /** Returns the id of a call whose caller gave none. */
  static String id(String sessionId, long sequence) {
    return sessionId + "." + sequence;
  }

  @Override
  public String sessionId() {
    return caller.sessionId();
  }

  @Override
  public String principal() {
    return caller.principal();
  }

  // Answer

  /** Returns the answer to come; of the outcome nobody else is to complete it. */
  synchronized CompletableFuture<CallResult> answer() {
    if (answer == null) {
      answer = new CompletableFuture<>();
      if (claimed != null && !ended) {
        answer.complete(claimed);
      }
    }
    return answer;
  }

  /** Returns the answer, if there is one; null: not yet. */
  CallResult claimed() {
    return claimed;
  }

  boolean isClaimed() {
    return claimed != null;
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  @Override
  public CompletionStage<CallResult> result() {
    return answer().minimalCompletionStage();
  }

  @Override
  public void cancel(String reason) {
    end(
        Failures.of(
            Failure.CANCELLED,
            "The call of " + name() + " was cancelled" + (reason.isBlank() ? "" : ": " + reason)));
  }

  /** Answers with what the pipeline made of it, unless the call was ended before. */
  void finish(CallResult result) {
    CompletableFuture<CallResult> waiting;
    synchronized (this) {
      if (claimed != null) {
        return;
      }
      claimed = result;
      waiting = answer;
      actions = null;
    }
    ends.settled(this, result);
    if (waiting != null) {
      waiting.complete(result);
    }
  }

  /**
   * Answers in place of the tool, interrupts it and has done what waits for a cancellation.
   *
   * @return whether this was the answer, and the tool was running
   */
  boolean end(CallResult result) {
    EndActions waiting;
    HookedCall unreported;
    CallProgress kept;
    synchronized (this) {
      if (claimed != null) {
        return false;
      }
      claimed = result;
      ended = true;
      kept = onCallerThread ? progress() : progress;
      waiting = actions;
      actions = null;
      unreported = reported ? null : seen;
      reported = true;
    }
    CallPlace.Left left = place.end(ends.stuck());
    if (kept != null) {
      kept.wake();
      if (!left.inTool() || result.failure().filter(Failure.WITHDRAWN::equals).isPresent()) {
        // Else the tool, which may still be at work, keeps its places until it returns.
        kept.end();
      }
    }
    ends.settled(this, result);
    ends.handOver(this, result, left, waiting);
    if (unreported != null) {
      ends.report(this, unreported, result);
    }
    return left.inTool();
  }

  /** Has something short of ours done when the call is ended; at once if it has been. */
  Subscription onEnd(Runnable action) {
    return whenEnded(action, false);
  }

  /** As {@link #onEnd}, for what the tool wants done. */
  Subscription onCancel(Runnable action) {
    return whenEnded(action, true);
  }

  private Subscription whenEnded(Runnable action, boolean foreign) {
    synchronized (this) {
      if (!ended) {
        if (claimed == null) {
          actions = actions == null ? new EndActions() : actions;
          actions.add(action, foreign);
        }
        return () -> forget(action);
      }
    }
    EndActions.run(List.of(action));
    return () -> {};
  }

  private synchronized void forget(Runnable action) {
    if (actions != null) {
      actions.remove(action);
    }
  }

  // Hooks

  /** Returns whether hooks see this call, so that there may be somebody to tell of it. */
  boolean isSeen() {
    return seen != null;
  }

  @Override
  public boolean isInside(OwnerId owner) {
    return place.isInside(owner, "");
  }

  @Override
  public Optional<OwnerId> maker() {
    return caller.maker();
  }

  @Override
  public boolean enterHook(HookHandle<?> handle) {
    return !isClaimed() && place.enterHook(handle);
  }

  @Override
  public void leaveHook() {
    place.leaveHook();
  }

  @Override
  public synchronized void hooked(HookedCall call) {
    seen = call;
  }

  /**
   * Takes on telling hooks of the call's end.
   *
   * @return null: there is nothing to tell, or somebody has taken it on
   */
  HookedCall beginReport() {
    if (seen == null) {
      return null;
    }
    synchronized (this) {
      if (reported || claimed != null) {
        return null;
      }
      reported = true;
      return seen;
    }
  }
}
