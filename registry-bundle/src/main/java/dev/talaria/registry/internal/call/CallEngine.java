package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditLog;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Brings calls to tools: starts them, gives them their deadline, finds the tool in the table of the
 * moment, and sees to it that each is answered exactly once.
 *
 * <p>Starting never waits. Everything about a call happens on one thread of {@link CallThreads},
 * except that a call that meets a suspended tool gives its thread back until the table has moved.
 */
public final class CallEngine implements AutoCloseable {
  /** Deepest nesting of calls that tools make; the caller's own call is the first. */
  static final int MAX_DEPTH = 8;

  private static final Duration WAIT_BEYOND_DEADLINE = Duration.ofSeconds(5);

  private final Supplier<ToolTable> table;
  private final Supplier<Limits> limits;
  private final CallThreads threads;
  private final DataFolders dataFolders;
  private final AuditLog audit;
  private final Invoker invoker;
  private final Set<CallTask> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean ending;

  public CallEngine(
      Supplier<ToolTable> table,
      Supplier<Limits> limits,
      CallThreads threads,
      DataFolders dataFolders,
      ResultKeeper results,
      AuditLog audit) {
    this.table = table;
    this.limits = limits;
    this.threads = threads;
    this.dataFolders = dataFolders;
    this.audit = audit;
    this.invoker = new Invoker(this, table, results);
  }

  DataFolders dataFolders() {
    return dataFolders;
  }

  /** Starts a call of a session. */
  public CallHandle start(ToolCall call, Caller caller) {
    CallTask task = admit(call, caller, null, null);
    if (!task.isClaimed()) {
      submit(task);
    }
    return task;
  }

  /** Calls and waits for the answer. */
  public CallResult call(ToolCall call, Caller caller) {
    return await((CallTask) start(call, caller));
  }

  /** Makes the call of a tool and waits for it. */
  CallResult callNested(ToolCall call, CallTask parent, Binding overrider) {
    CallTask task = admit(call, parent.caller(), parent, overrider);
    if (task.isClaimed()) {
      return await(task);
    }
    Subscription bond = parent.onEnd(() -> task.cancel("the call that made it has ended"));
    try {
      threads.submitNested(() -> run(task));
      return await(task);
    } finally {
      bond.close();
    }
  }

  private CallTask admit(ToolCall call, Caller caller, CallTask parent, Binding overrider) {
    CallTask task =
        new CallTask(
            call, caller, parent, overrider, timeLimit(call, overrider), threads.answers());
    underWay.add(task);
    task.answer().whenComplete((result, never) -> ended(task, result));
    if (ending) {
      task.finish(Failures.of(Failure.WITHDRAWN, "The runtime is ending; nothing can be called"));
    } else if (task.depth() > MAX_DEPTH) {
      task.finish(
          Failures.of(
              Failure.BLOCKED,
              "Tools may call each other at most "
                  + MAX_DEPTH
                  + " deep; "
                  + call.name()
                  + " was not run"));
    } else {
      task.timeoutBy(threads.later(() -> timeOut(task), task.remaining()));
    }
    return task;
  }

  private Duration timeLimit(ToolCall call, Binding overrider) {
    Optional<NameEntry> entry = Optional.ofNullable(table.get().entry(call.name()));
    Optional<Binding> binding =
        overrider == null
            ? entry.map(NameEntry::binding)
            : entry.flatMap(e -> e.below(overrider)).flatMap(NameEntry::bindingOf);
    return binding
        .flatMap(known -> known.document().timeout())
        .orElseGet(() -> limits.get().callTimeout());
  }

  private static void timeOut(CallTask task) {
    task.end(
        Failures.of(
            Failure.TIMEOUT,
            "The call of "
                + task.name()
                + " was ended: it took longer than "
                + shown(task.elapsed())));
  }

  private static String shown(Duration time) {
    return time.toMillis() >= 1000 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private void submit(CallTask task) {
    if (!threads.submit(() -> run(task))) {
      task.end(
          Failures.of(
              Failure.UNAVAILABLE,
              ending
                  ? "The runtime is ending; nothing can be called"
                  : "Too many calls are under way; try again later"));
    }
  }

  /** The edge of the bus: whatever breaks, the call is answered and the thread goes on. */
  private void run(CallTask task) {
    CallResult result;
    try {
      Optional<CallResult> done = invoker.attempt(task, () -> resubmit(task));
      if (done.isEmpty()) {
        return;
      }
      result = done.get();
    } catch (Throwable e) {
      result = Invoker.failed(task, e);
    }
    task.finish(result);
  }

  private void resubmit(CallTask task) {
    if (task.isClaimed()) {
      return;
    }
    if (task.parent() == null) {
      submit(task);
    } else {
      threads.submitNested(() -> run(task));
    }
  }

  private CallResult await(CallTask task) {
    try {
      // The timer answers at the deadline; the rest is for handing the answer over.
      return task.answer()
          .get(task.remaining().plus(WAIT_BEYOND_DEADLINE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      task.cancel("its caller was interrupted");
      return Failures.of(
          Failure.CANCELLED, "The call of " + task.name() + ": its caller was interrupted");
    } catch (TimeoutException e) {
      return Failures.of(Failure.TIMEOUT, "The call of " + task.name() + " took too long");
    } catch (ExecutionException e) {
      // Nobody completes an answer this way; if someone did, the call is still answered.
      return Invoker.failed(task, e.getCause());
    }
  }

  private void ended(CallTask task, CallResult result) {
    underWay.remove(task);
    Map<String, String> details = new LinkedHashMap<>();
    details.put("tool", task.name());
    details.put("session", task.caller().sessionId());
    details.put("principal", task.caller().principal());
    details.put("call", task.callId());
    task.provider().map(OwnerId::name).ifPresent(owner -> details.put("owner", owner));
    details.put("outcome", result.failure().map(Failure::name).orElse("OK"));
    details.put("ms", Long.toString(task.elapsed().toMillis()));
    audit.record("call", details);
  }

  /** Cancels the calls of a session. */
  public void cancel(Caller caller, String reason) {
    for (CallTask task : underWay) {
      if (task.caller() == caller) {
        task.cancel(reason);
      }
    }
  }

  /**
   * Waits for the calls in flight of these bindings, all of one bundle, that take no new ones.
   *
   * @return how many were interrupted
   */
  public int drain(Set<Binding> bindings, ProviderScope scope, Duration timeout) {
    Thread me = Thread.currentThread();
    bindings.forEach(binding -> binding.drain(me));
    long deadline = System.nanoTime() + timeout.toNanos();
    while (bindings.stream().anyMatch(binding -> binding.inFlight() > 0)) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || me.isInterrupted()) {
        return withdraw(scope);
      }
      LockSupport.parkNanos(left);
    }
    return 0;
  }

  /** Returns a stage that completes when the calls that are in tools of a bundle are answered. */
  public CompletableFuture<Void> whenAnswered(ProviderScope scope) {
    return CompletableFuture.allOf(
        underWay.stream()
            .filter(task -> task.binding().filter(b -> b.scope() == scope).isPresent())
            .map(CallTask::answer)
            .toArray(CompletableFuture[]::new));
  }

  private int withdraw(ProviderScope scope) {
    int interrupted = 0;
    for (CallTask task : underWay) {
      if (task.binding().filter(binding -> binding.scope() == scope).isPresent()
          && task.end(
              Failures.of(
                  Failure.WITHDRAWN,
                  "The call of " + task.name() + " was ended: the tool was taken away"))) {
        interrupted++;
      }
    }
    return interrupted;
  }

  /**
   * Takes no new calls, waits for those under way, at most the drain timeout, and ends the rest.
   */
  @Override
  public void close() {
    ending = true;
    long deadline = System.nanoTime() + limits.get().drainTimeout().toNanos();
    while (!underWay.isEmpty()
        && System.nanoTime() < deadline
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    for (CallTask task : underWay) {
      task.end(
          Failures.of(
              Failure.WITHDRAWN, "The call of " + task.name() + " was ended: the runtime ends"));
    }
  }
}
