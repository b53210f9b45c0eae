package dev.talaria.registry.internal.call;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call, from its start to its one answer. Whoever claims it first answers it: the thread that
 * runs the tool, or, through {@link #end}, the timer, the caller, the session or a drain.
 *
 * <p>The monitor of this object guards the fields marked so; under it only our own code runs.
 * Foreign code (what waits for the answer, what was to run on cancellation) runs on the worker or
 * on the answer threads, never on the timer.
 */
final class CallTask implements CallHandle {
  private static final Logger LOG = LoggerFactory.getLogger(CallTask.class);

  private final ToolCall call;
  private final String callId;
  private final long sequence;
  private final Caller caller;
  private final CallTask parent;
  private final Binding overrider;
  private final int depth;
  private final long startNanos = System.nanoTime();
  private final long deadlineNanos;
  private final Executor answers;
  private final CompletableFuture<CallResult> answer = new CompletableFuture<>();

  /** Guarded by this. */
  private boolean claimed;

  /** Guarded by this. Answered without its tool's consent. */
  private boolean ended;

  /** Guarded by this. The thread that is in the tool. */
  private Thread runner;

  /** Guarded by this. Where the call is, or was last. */
  private Binding binding;

  /** Guarded by this. Who was asked to answer, once somebody was. */
  private OwnerId provider;

  /** Guarded by this. */
  private boolean abandoned;

  /** Guarded by this. */
  private List<Runnable> cancelActions = new ArrayList<>();

  /** Guarded by this. */
  private Future<?> timeout;

  /**
   * Creates a call.
   *
   * @param parent the call that makes it, or null
   * @param overrider the binding whose overridden tool is called, or null for the standing one
   */
  CallTask(
      ToolCall call,
      Caller caller,
      CallTask parent,
      Binding overrider,
      Duration timeLimit,
      Executor answers) {
    this.call = call;
    this.caller = caller;
    this.parent = parent;
    this.overrider = overrider;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.answers = answers;
    this.sequence = caller.nextSequence();
    this.callId = call.callId().orElseGet(() -> caller.sessionId() + "." + sequence);
    long limit = saturated(timeLimit);
    this.deadlineNanos =
        parent == null
            ? startNanos + limit
            : startNanos + Math.min(limit, Math.max(0, parent.deadlineNanos - startNanos));
  }

  private static long saturated(Duration time) {
    // Far below the range of nanoTime, so that differences stay right.
    return time.compareTo(Duration.ofDays(3650)) > 0
        ? Duration.ofDays(3650).toNanos()
        : time.toNanos();
  }

  ToolCall call() {
    return call;
  }

  String name() {
    return call.name();
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

  Binding overrider() {
    return overrider;
  }

  int depth() {
    return depth;
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  CompletableFuture<CallResult> answer() {
    return answer;
  }

  @Override
  public String callId() {
    return callId;
  }

  @Override
  public CompletionStage<CallResult> result() {
    return answer.minimalCompletionStage();
  }

  @Override
  public void cancel(String reason) {
    end(
        Failures.of(
            Failure.CANCELLED,
            "The call of " + name() + " was cancelled" + (reason.isBlank() ? "" : ": " + reason)));
  }

  /** Hands over the timer that {@link #end}s this call at its deadline. */
  void timeoutBy(Future<?> future) {
    boolean late;
    synchronized (this) {
      timeout = future;
      late = claimed;
    }
    if (late) {
      future.cancel(false);
    }
  }

  /** Returns whether a call of this bundle is in flight among those that lead to this one. */
  boolean isInside(ProviderScope scope) {
    for (CallTask above = parent; above != null; above = above.parent) {
      Optional<Binding> there = above.binding();
      if (there.isPresent() && there.get().scope() == scope) {
        return true;
      }
    }
    return false;
  }

  synchronized Optional<Binding> binding() {
    return Optional.ofNullable(binding);
  }

  /** Returns whose tool was called, if one was. */
  synchronized Optional<OwnerId> provider() {
    return Optional.ofNullable(provider);
  }

  synchronized boolean isEnded() {
    return ended;
  }

  synchronized boolean isClaimed() {
    return claimed;
  }

  /**
   * Notes that this thread goes into the tool, so that it can be interrupted.
   *
   * @return false if the call is answered already
   */
  synchronized boolean enterTool(Binding where) {
    if (claimed) {
      return false;
    }
    runner = Thread.currentThread();
    binding = where;
    provider = where.scope().owner();
    return true;
  }

  /** Notes that this thread has come back. */
  void leaveTool() {
    Binding recovered = null;
    synchronized (this) {
      runner = null;
      if (abandoned) {
        abandoned = false;
        recovered = binding;
      }
      binding = null;
    }
    if (recovered != null) {
      recovered.recover();
    }
    // An interruption was meant for the tool; one that was meant for a caller on this very thread
    // is passed on.
    Thread.interrupted();
    if (parent != null && parent.isOnThisThread() && parent.isEnded()) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isOnThisThread() {
    return runner == Thread.currentThread();
  }

  /** Answers with what the pipeline made of it, unless the call was ended before. */
  void finish(CallResult result) {
    if (claim(false)) {
      answer.complete(result);
    }
  }

  /**
   * Answers in place of the tool, interrupts it and runs what waits for a cancellation.
   *
   * @return whether this was the answer, and the tool was running
   */
  boolean end(CallResult result) {
    List<Runnable> actions;
    boolean running;
    synchronized (this) {
      if (!claim(true)) {
        return false;
      }
      running = runner != null;
      if (running) {
        abandoned = true;
        binding.abandon();
        runner.interrupt();
      }
      actions = cancelActions;
      cancelActions = List.of();
    }
    answers.execute(
        () -> {
          answer.complete(result);
          actions.forEach(CallTask::runSafely);
        });
    return running;
  }

  private boolean claim(boolean ending) {
    Future<?> timer;
    synchronized (this) {
      if (claimed) {
        return false;
      }
      claimed = true;
      ended = ending;
      timer = timeout;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    return true;
  }

  Subscription onEnd(Runnable action) {
    synchronized (this) {
      if (!ended) {
        if (!claimed) {
          cancelActions.add(action);
        }
        return () -> forget(action);
      }
    }
    runSafely(action);
    return () -> {};
  }

  private synchronized void forget(Runnable action) {
    if (!cancelActions.isEmpty()) {
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
}
