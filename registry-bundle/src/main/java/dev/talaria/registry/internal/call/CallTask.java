package dev.talaria.registry.internal.call;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.hook.GuardedTask;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.stuck.StuckCalls.Stay;
import dev.talaria.registry.internal.stuck.Where;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call, from its start to its one answer. Whoever claims it first answers it: the thread that
 * works on it, or, through {@link #end}, the watch, the caller, the session or a drain.
 *
 * <p>One thread at a time works on a call. The monitor of this object guards the fields marked so;
 * under it only our own code runs. Foreign code (what waits for the answer, what was to run on
 * cancellation) runs on the worker or on the answer threads, never on the watch's.
 */
final class CallTask implements CallHandle, GuardedTask {
  private static final Logger LOG = LoggerFactory.getLogger(CallTask.class);
  private static final long LONGEST = Duration.ofDays(3650).toNanos();

  private final CallEngine engine;
  private final CallRequest request;
  private final long sequence;
  private final Caller caller;
  private final CallTask parent;
  private final Binding overrider;
  private final int depth;
  private final boolean onCallerThread;
  private final long startNanos = System.nanoTime();

  /** Made when it is first asked for; two who ask at once make the same. */
  private volatile String callId;

  // The links of the set of calls under way, guarded by the stripe.
  UnderWay.Stripe stripe;
  CallTask previous;
  CallTask next;

  private final Duration timeLimit;

  /** Guarded by this. */
  private long deadlineNanos;

  /** Guarded by this. How many questions to a person are open, and since when the first is. */
  private int pauses;

  /** Guarded by this. */
  private long pausedSince;

  /** Guarded by this. Where a call that has to wait keeps what it has; null: it never had to. */
  private CallProgress progress;

  /** Guarded by this. The answer, once it is claimed. */
  private CallResult claimed;

  /** Guarded by this. Answered without its tool's consent. */
  private boolean ended;

  /** Guarded by this. The thread that is in the tool or in a hook. */
  private Thread runner;

  /** Guarded by this. That thread was interrupted by us. */
  private boolean interrupted;

  /** Guarded by this. What the tool returned in place of a result. */
  private CompletionStage<?> stage;

  /** Guarded by this. Where the call is. */
  private Binding binding;

  /** Guarded by this. The hook it is in. */
  private HookHandle<?> hook;

  /** Guarded by this. Who was asked to answer, once somebody was. */
  private ProviderScope lastScope;

  /** Guarded by this. When the tool was entered; 0: it was not. */
  private long enteredNanos;

  /** Guarded by this. Set while the call is answered and its tool, or hook, goes on. */
  private Stay stay;

  /** The claim to the thread that is to work on it; null: none of ours. */
  private volatile Seat seat;

  /** Written under this monitor. How hooks saw it last; null: none did. */
  private volatile HookedCall seen;

  /** Guarded by this. Hooks hear of its end, or have. */
  private boolean reported;

  /** Guarded by this; null: none. What the tool wants done when the call is ended. */
  private List<Runnable> cancelActions;

  /** Guarded by this; null: none. What the runtime itself has to do then. */
  private List<Runnable> endings;

  /** Guarded by this; null: nobody waits for it yet. */
  private CompletableFuture<CallResult> answer;

  /**
   * Creates a call.
   *
   * @param parent the call that makes it, or null
   * @param overrider the binding whose overridden tool is called, or null for the standing one
   */
  CallTask(
      CallEngine engine,
      CallRequest request,
      Caller caller,
      CallTask parent,
      Binding overrider,
      Duration timeLimit,
      boolean onCallerThread) {
    this.engine = engine;
    this.request = request;
    this.caller = caller;
    this.parent = parent;
    this.overrider = overrider;
    this.onCallerThread = onCallerThread;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.sequence = caller.nextSequence();
    long deadline = startNanos + nanos(timeLimit);
    this.deadlineNanos = parent == null ? deadline : parent.earlier(deadline);
    this.timeLimit = Duration.ofNanos(Math.max(0, deadlineNanos - startNanos));
  }

  /** Far below the range of nanoTime, so that differences stay right. */
  private static long nanos(Duration time) {
    return time.getSeconds() >= LONGEST / 1_000_000_000 ? LONGEST : time.toNanos();
  }

  private synchronized long earlier(long deadline) {
    // While this call waits for a person its own deadline is not known; the child's end with it.
    long mine = pauses > 0 ? deadlineNanos + (System.nanoTime() - pausedSince) : deadlineNanos;
    return mine - deadline < 0 ? mine : deadline;
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

  synchronized CallProgress progress() {
    if (progress == null) {
      progress = new CallProgress();
    }
    return progress;
  }

  /** Returns the progress, if the call ever had to keep any; else null. */
  synchronized CallProgress progressIfAny() {
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
      known = request.callId() == null ? caller.sessionId() + "." + sequence : request.callId();
      callId = known;
    }
    return known;
  }

  @Override
  public String sessionId() {
    return caller.sessionId();
  }

  @Override
  public String principal() {
    return caller.principal();
  }

  // Time

  synchronized Duration remaining() {
    long now = pauses > 0 ? pausedSince : System.nanoTime();
    return Duration.ofNanos(Math.max(0, deadlineNanos - now));
  }

  /** The time this call had from its start, without what was added while a person was asked. */
  Duration timeLimit() {
    return timeLimit;
  }

  long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }

  synchronized boolean isOverdue(long now) {
    return pauses == 0 && deadlineNanos - now <= 0;
  }

  /** Returns when it is to end, or the other value while it waits for a person. */
  synchronized long deadline(long whilePaused) {
    return pauses == 0 ? deadlineNanos : whilePaused;
  }

  /** Stops the clock of this call and of those that wait for it, while a person is asked. */
  void pause() {
    synchronized (this) {
      if (pauses++ == 0) {
        pausedSince = System.nanoTime();
      }
    }
    if (parent != null) {
      parent.pause();
    }
  }

  /** Lets the clock go on. */
  void resume() {
    long deadline;
    synchronized (this) {
      if (--pauses > 0) {
        return;
      }
      deadlineNanos += System.nanoTime() - pausedSince;
      deadline = deadlineNanos;
    }
    engine.expect(deadline);
    if (parent != null) {
      parent.resume();
    }
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
  synchronized CallResult claimed() {
    return claimed;
  }

  boolean isClaimed() {
    return claimed() != null;
  }

  @Override
  public synchronized boolean isEnded() {
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
      cancelActions = null;
      endings = null;
    }
    engine.settled(this, result);
    if (waiting != null) {
      waiting.complete(result);
    }
  }

  /**
   * Answers in place of the tool, interrupts it and runs what waits for a cancellation.
   *
   * @return whether this was the answer, and the tool was running
   */
  boolean end(CallResult result) {
    List<Runnable> actions;
    List<Runnable> own;
    boolean inTool;
    boolean done;
    CompletionStage<?> cancelled;
    ProviderScope scope;
    HookedCall unreported;
    CallProgress kept;
    synchronized (this) {
      if (claimed != null) {
        return false;
      }
      claimed = result;
      ended = true;
      inTool = binding != null;
      done = !inTool || result.failure().filter(Failure.WITHDRAWN::equals).isPresent();
      cancelled = stage;
      scope = lastScope;
      kept = onCallerThread ? progress() : progress;
      if (runner != null || stage != null) {
        Seat held = runner == null ? null : seat;
        Where where;
        if (hook == null) {
          where = Where.tool(binding);
          binding.abandon();
        } else {
          where = Where.hook(hook.toString());
          hook.abandon();
        }
        stay = engine.stuck().leave(where, held == null ? () -> {} : held::spare);
      }
      if (runner != null) {
        interrupted = true;
        runner.interrupt();
      }
      actions = cancelActions == null ? List.of() : cancelActions;
      own = endings;
      cancelActions = null;
      endings = null;
      unreported = reported ? null : seen;
      reported = true;
    }
    if (kept != null) {
      kept.wake();
      if (done) {
        // Else the tool, which may still be at work, keeps its places until it returns.
        kept.end();
      }
    }
    Seat claim = seat;
    if (claim != null) {
      claim.withdraw();
    }
    engine.settled(this, result);
    if (own != null) {
      engine.asides().own(() -> own.forEach(CallTask::runSafely));
    }
    engine.asides().answer(caller, () -> answer().complete(result));
    if (cancelled != null || !actions.isEmpty()) {
      engine
          .asides()
          .run(
              name() + ", at the end of a call",
              scope,
              () -> {
                if (cancelled != null) {
                  Stages.stop(cancelled);
                }
                actions.forEach(CallTask::runSafely);
              });
    }
    if (unreported != null) {
      engine.reportEnded(this, unreported, result);
    }
    return inTool;
  }

  /** Has something short of ours done when the call is ended; at once if it has been. */
  Subscription onEnd(Runnable action) {
    synchronized (this) {
      if (!ended) {
        if (claimed == null) {
          endings = endings == null ? new ArrayList<>(2) : endings;
          endings.add(action);
        }
        return () -> forget(action);
      }
    }
    runSafely(action);
    return () -> {};
  }

  /** As {@link #onEnd}, for what the tool wants done. */
  Subscription onCancel(Runnable action) {
    synchronized (this) {
      if (!ended) {
        if (claimed == null) {
          cancelActions = cancelActions == null ? new ArrayList<>(2) : cancelActions;
          cancelActions.add(action);
        }
        return () -> forget(action);
      }
    }
    runSafely(action);
    return () -> {};
  }

  private synchronized void forget(Runnable action) {
    if (endings != null) {
      endings.removeIf(known -> known == action);
    }
    if (cancelActions != null) {
      cancelActions.removeIf(known -> known == action);
    }
  }

  private static void runSafely(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      LOG.warn("An action to run at a call's cancellation failed", e);
    }
  }

  // Where it is

  /** Returns whether a call of this bundle is in flight among those that lead to this one. */
  boolean isInside(ProviderScope scope) {
    for (CallTask above = parent; above != null; above = above.parent) {
      Binding there = above.place();
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
    for (CallTask above = parent; above != null; above = above.parent) {
      Binding there = above.place();
      if (there != null
          && there.scope().owner().equals(owner)
          && (tool.isEmpty() || there.document().name().equals(tool))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isInside(OwnerId owner) {
    return isInside(owner, "");
  }

  @Override
  public Optional<OwnerId> maker() {
    return caller.maker();
  }

  private synchronized Binding place() {
    return binding;
  }

  synchronized Optional<Binding> binding() {
    return Optional.ofNullable(binding);
  }

  /** Returns whose tool was called, if one was. */
  synchronized Optional<OwnerId> provider() {
    return Optional.ofNullable(lastScope).map(ProviderScope::owner);
  }

  /** Returns how long the tool has been at work; zero: it was not. */
  synchronized Duration atWork() {
    return enteredNanos == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.max(0, System.nanoTime() - enteredNanos));
  }

  /**
   * Notes that this thread goes into the tool, so that it can be interrupted.
   *
   * @return false if the call is answered already
   */
  synchronized boolean enterTool(Binding where) {
    if (claimed != null) {
      return false;
    }
    runner = Thread.currentThread();
    binding = where;
    lastScope = where.scope();
    enteredNanos = System.nanoTime();
    return true;
  }

  /** Notes that this thread has come back, and the tool's work is done. */
  void leaveTool() {
    Binding recovered;
    Stay back;
    boolean byUs;
    synchronized (this) {
      runner = null;
      byUs = interrupted;
      interrupted = false;
      back = stay;
      stay = null;
      recovered = back == null ? null : binding;
      binding = null;
    }
    if (recovered != null) {
      recovered.recover();
      back.back();
    }
    settleInterruption(byUs);
  }

  /**
   * Notes that this thread has come back while the tool's work goes on.
   *
   * @return false if the call is answered already: the work is to be cancelled
   */
  boolean awaitStage(CompletionStage<?> work) {
    boolean byUs;
    boolean wanted;
    synchronized (this) {
      runner = null;
      byUs = interrupted;
      interrupted = false;
      stage = work;
      wanted = claimed == null;
    }
    settleInterruption(byUs);
    return wanted;
  }

  /** Notes that the work that went on is done. */
  void stageDone() {
    Binding recovered;
    Stay back;
    synchronized (this) {
      stage = null;
      back = stay;
      stay = null;
      recovered = back == null ? null : binding;
      binding = null;
    }
    if (recovered != null) {
      recovered.recover();
      back.back();
    }
  }

  @Override
  public synchronized boolean enterHook(HookHandle<?> handle) {
    if (claimed != null) {
      return false;
    }
    runner = Thread.currentThread();
    hook = handle;
    return true;
  }

  @Override
  public void leaveHook() {
    HookHandle<?> recovered;
    Stay back;
    boolean byUs;
    synchronized (this) {
      runner = null;
      byUs = interrupted;
      interrupted = false;
      back = stay;
      stay = null;
      recovered = back == null ? null : hook;
      hook = null;
    }
    if (recovered != null) {
      recovered.recover();
      back.back();
    }
    settleInterruption(byUs);
  }

  /**
   * Leaves the thread as whoever it belongs to wants it: our interruption of this call is over; one
   * that was meant for a call further up on the same thread, or for the caller whose thread it is,
   * stays.
   */
  private void settleInterruption(boolean byUs) {
    CallTask above = aboveOnThisThread();
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

  private CallTask aboveOnThisThread() {
    return parent != null && parent.isOnThisThread() ? parent : null;
  }

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

  private synchronized boolean isOnThisThread() {
    return runner == Thread.currentThread();
  }

  // Hooks

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
