package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditLog;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.gate.Gates;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Brings calls to tools: starts them, gives them their deadline, sees to it that each is answered
 * exactly once.
 *
 * <p>Starting never waits. A call is worked on by one thread at a time: one of {@link CallThreads},
 * or its caller's, if that lends it. A call that has to wait for something else than its tool
 * (suspended, at a gate, a person, a stage) gives its thread back and is taken up again later.
 */
public final class CallEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallEngine.class);

  /** Deepest nesting of calls that tools make; the caller's own call is the first. */
  static final int MAX_DEPTH = 8;

  /** Calls that may wait at one gate. */
  static final int MAX_AT_GATE = 1024;

  private final Targets targets;
  private final Supplier<Limits> limits;
  private final StuckCalls stuck;
  private final DataFolders dataFolders;
  private final JsonMapper mapper;
  private final Gates gates = new Gates(MAX_AT_GATE);
  private final UnderWay underWay = new UnderWay();
  private final DeadlineWatch watch;
  private final CallEnds ends;
  private final Questions questions;
  private final Workers workers;
  private volatile boolean ending;

  /**
   * Creates the engine.
   *
   * @param hooks those used now; asked for each call
   * @param mapper for arguments that come as values
   */
  public CallEngine(
      Supplier<ToolTable> table,
      Supplier<Limits> limits,
      Supplier<HookSet> hooks,
      CallThreads threads,
      StuckCalls stuck,
      Asides asides,
      DataFolders dataFolders,
      ResultKeeper results,
      AuditLog audit,
      JsonMapper mapper) {
    this.targets = new Targets(table);
    this.limits = limits;
    this.stuck = stuck;
    this.dataFolders = dataFolders;
    this.mapper = mapper;
    this.watch = new DeadlineWatch(underWay, threads, CallEnds::timeOut);
    this.ends = new CallEnds(underWay, audit, threads, stuck, asides, hooks);
    this.questions = new Questions(threads, () -> limits.get().askTimeout());
    this.workers = new Workers(threads, asides, () -> ending);
    Outcomes outcomes = new Outcomes(results, hooks, mapper);
    workers.workBy(
        new Invoker(
            targets,
            hooks,
            new GateKeeper(gates, outcomes),
            new ToolRun(this, workers, ends, outcomes, hooks),
            outcomes,
            questions,
            mapper));
  }

  /** Returns how many gates of tools and owners are in use. */
  int gates() {
    return gates.size();
  }

  /** Returns how many calls wait at gates. */
  int waiting() {
    return gates.waiting();
  }

  DataFolders dataFolders() {
    return dataFolders;
  }

  // Starting

  /** Starts a call of a session. */
  public CallHandle start(ToolCall call, Caller caller) {
    return started(call, caller);
  }

  private CallTask started(ToolCall call, Caller caller) {
    Admission admission = admit(call, caller, false);
    CallTask task = admission.task();
    // Before anybody can end it: whoever holds the handle finds the answer to come.
    Target target = admission.target();
    if (target.refusal() != null) {
      task.finish(target.refusal());
    } else {
      // Not given a thread only to hear it there.
      stuck
          .objection(target.binding())
          .ifPresent(why -> task.finish(Failures.of(Failure.UNAVAILABLE, why)));
    }
    if (!task.isClaimed()) {
      workers.begin(task, target.binding());
    }
    return task;
  }

  /** Calls and waits for the answer, on this thread if the call says so. */
  public CallResult call(ToolCall call, Caller caller) {
    if (!call.onCallerThread()) {
      return workers.await(started(call, caller));
    }
    Admission admission = admit(call, caller, true);
    return workers.runHere(admission.task(), admission.target());
  }

  /** Makes the call of a tool and waits for it. */
  CallResult callNested(CallRequest request, CallTask parent, Binding overrider) {
    Admission admission =
        admit(request, parent.caller(), parent, overrider, parent.onCallerThread());
    CallTask task = admission.task();
    if (task.isClaimed()) {
      return task.claimed();
    }
    Subscription bond = parent.onEnd(() -> task.cancel("the call that made it has ended"));
    try {
      if (task.onCallerThread()) {
        return workers.runHere(task, admission.target());
      }
      workers.beginNested(task, admission.target().binding());
      return workers.await(task);
    } finally {
      bond.close();
    }
  }

  private record Admission(CallTask task, Target target) {}

  private Admission admit(ToolCall call, Caller caller, boolean onCallerThread) {
    CallRequest request;
    try {
      request = CallRequest.of(call, targets.meant(call.name(), caller.visibility()), mapper);
    } catch (IllegalArgumentException e) {
      Admission refused =
          admit(
              CallRequest.of(ToolCall.of(call.name(), ""), call.name(), mapper),
              caller,
              null,
              null,
              onCallerThread);
      refused
          .task()
          .finish(Failures.invalidArguments("They cannot be written as JSON: " + e.getMessage()));
      return refused;
    }
    return admit(request, caller, null, null, onCallerThread);
  }

  private Admission admit(
      CallRequest request,
      Caller caller,
      CallTask parent,
      Binding overrider,
      boolean onCallerThread) {
    Target target = targets.find(request.name(), caller.visibility(), overrider);
    Binding binding = target.binding();
    Duration timeLimit =
        (binding == null ? Optional.<Duration>empty() : binding.document().timeout())
            .orElseGet(() -> limits.get().callTimeout());
    CallTask task =
        new CallTask(ends, watch, request, caller, parent, overrider, timeLimit, onCallerThread);
    underWay.add(task);
    if (ending) {
      task.finish(Failures.of(Failure.WITHDRAWN, "The runtime is ending; nothing can be called"));
    } else if (task.depth() > MAX_DEPTH) {
      task.finish(
          Failures.of(
              Failure.BLOCKED,
              "Tools may call each other at most "
                  + MAX_DEPTH
                  + " deep; "
                  + request.name()
                  + " was not run"));
    } else {
      task.clock().start();
    }
    return new Admission(task, target);
  }

  /** Asks the client of a call and waits for the answers. */
  Map<String, Elicitation> ask(CallTask task, Map<String, InputRequest> requests) {
    CompletableFuture<Map<String, Elicitation>> answers = questions.ask(task, requests);
    try {
      return answers.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answers.complete(
          Questions.each(
              requests.keySet(),
              new Elicitation(Elicitation.Action.CANCELLED, Map.of(), "the tool was interrupted")));
      return answers.join();
    } catch (ExecutionException e) {
      return Questions.each(
          requests.keySet(),
          new Elicitation(
              Elicitation.Action.UNAVAILABLE, Map.of(), "the question failed: " + e.getCause()));
    }
  }

  // Ending

  /** Cancels the calls of a session. */
  public void cancel(Caller caller, String reason) {
    for (CallTask task : underWay.all()) {
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
        underWay.all().stream()
            .filter(task -> task.place().isIn(scope))
            .map(CallTask::answer)
            .toArray(CompletableFuture[]::new));
  }

  private int withdraw(ProviderScope scope) {
    int interrupted = 0;
    for (CallTask task : underWay.all()) {
      if (task.place().isIn(scope)
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
    for (CallTask task : underWay.all()) {
      task.end(
          Failures.of(
              Failure.WITHDRAWN, "The call of " + task.name() + " was ended: the runtime ends"));
    }
  }
}
