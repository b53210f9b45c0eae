package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditLog;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.gate.Gates;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.share.Shares;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /** Of a nested call whose tool is not there; all it does is say so. */
  private static final Party UNKNOWN = new Party("", false);

  private static final Duration WAIT_BEYOND_DEADLINE = Duration.ofSeconds(5);
  private static final Duration LATE_REPORT_TIMEOUT = Duration.ofSeconds(10);

  private final Targets targets;
  private final Supplier<Limits> limits;
  private final Supplier<HookSet> hooks;
  private final CallThreads threads;
  private final StuckCalls stuck;
  private final Asides asides;
  private final DataFolders dataFolders;
  private final AuditLog audit;
  private final JsonMapper mapper;
  private final Questions questions;
  private final Gates gates = new Gates(MAX_AT_GATE);
  private final Invoker invoker;
  private final UnderWay underWay = new UnderWay();
  private final DeadlineWatch watch;
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
    this.hooks = hooks;
    this.threads = threads;
    this.stuck = stuck;
    this.asides = asides;
    this.dataFolders = dataFolders;
    this.audit = audit;
    this.mapper = mapper;
    this.questions = new Questions(threads, () -> limits.get().askTimeout());
    this.invoker = new Invoker(this, targets, results, hooks, gates, stuck, questions, mapper);
    this.watch = new DeadlineWatch(underWay, threads, CallEngine::timeOut);
  }

  /** Returns how many gates of tools and owners are in use. */
  int gates() {
    return gates.size();
  }

  /** Returns how many calls wait at gates. */
  int waiting() {
    return gates.waiting();
  }

  StuckCalls stuck() {
    return stuck;
  }

  Asides asides() {
    return asides;
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
      submit(task, target.binding(), () -> run(task, null));
    }
    return task;
  }

  /** Calls and waits for the answer, on this thread if the call says so. */
  public CallResult call(ToolCall call, Caller caller) {
    if (!call.onCallerThread()) {
      return await(started(call, caller));
    }
    Admission admission = admit(call, caller, true);
    return runHere(admission.task(), admission.target());
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
        return runHere(task, admission.target());
      }
      runNested(task, admission.target().binding(), () -> run(task, null));
      return await(task);
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
        new CallTask(this, request, caller, parent, overrider, timeLimit, onCallerThread);
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
      expect(task.deadline(0));
    }
    return new Admission(task, target);
  }

  /** Sees to it that calls whose deadline is then are ended. */
  void expect(long deadline) {
    try {
      watch.expect(deadline);
    } catch (RejectedExecutionException e) {
      // The end of the runtime has ended all calls, or is about to.
      LOG.debug("A deadline is not watched: the runtime is ending", e);
    }
  }

  // Working

  /** Has a call worked on in its owner's share of the threads. */
  private void submit(CallTask task, Binding where, Runnable work) {
    OwnerId owner = where.scope().owner();
    Shares shares = threads.calls();
    Seat seat = shares.seat(Party.of(owner), work, () -> task.end(noThread()));
    task.claim(seat);
    if (!shares.take(seat)) {
      task.end(
          Failures.of(
              Failure.UNAVAILABLE,
              "Too many calls of "
                  + owner
                  + " wait for a thread; "
                  + task.name()
                  + " was not run; try again later"));
    } else if (task.isClaimed()) {
      // Whoever ended it may have looked before it waited.
      seat.withdraw();
    }
  }

  private CallResult noThread() {
    return Failures.of(
        Failure.UNAVAILABLE,
        ending
            ? "The runtime is ending; nothing can be called"
            : "The system has no thread to spare; try again later");
  }

  private void runNested(CallTask task, Binding where, Runnable work) {
    Party party = where == null ? UNKNOWN : Party.of(where.scope().owner());
    Seat seat = threads.nested().seat(party, work, work);
    task.claim(seat);
    threads.submitNested(seat, work);
  }

  private void run(CallTask task, Target first) {
    if (!task.isClaimed()) {
      step(task, () -> invoker.attempt(task, first, where -> again(task, where)));
    }
  }

  /**
   * The edge of the bus: whatever breaks, the call is answered and the thread goes on.
   *
   * @param work returns the answer; empty: the call waits
   */
  void step(CallTask task, Supplier<Optional<CallResult>> work) {
    CallResult result;
    try {
      Optional<CallResult> done = work.get();
      if (done.isEmpty()) {
        return;
      }
      result = done.get();
    } catch (Throwable e) {
      result = Invoker.failed(task, e);
    }
    task.finish(result);
  }

  private void again(CallTask task, Binding where) {
    if (task.onCallerThread()) {
      task.progress().next(() -> run(task, null));
    } else if (task.isClaimed()) {
      leavePlaces(task);
    } else if (task.parent() == null) {
      submit(task, where, () -> run(task, null));
    } else {
      runNested(task, where, () -> run(task, null));
    }
  }

  /** Goes on with a call whose tool's work is done; never lost, whatever the load. */
  void proceed(CallTask task, Binding where, Runnable work) {
    if (task.isClaimed()) {
      asides.goOn(where.scope(), work);
    } else if (task.onCallerThread()) {
      task.progress().next(work);
    } else if (task.parent() != null) {
      runNested(task, where, work);
    } else {
      Shares shares = threads.calls();
      Seat seat =
          shares.seat(
              Party.of(where.scope().owner()), work, () -> asides.goOn(where.scope(), work));
      task.claim(seat);
      shares.takeFirst(seat);
      if (task.isClaimed()) {
        seat.withdraw();
      }
    }
  }

  /** Works on a call with the thread of its caller until it is answered. */
  private CallResult runHere(CallTask task, Target first) {
    if (Thread.currentThread().isInterrupted()) {
      task.end(callerInterrupted(task));
    }
    run(task, first);
    while (!task.isClaimed()) {
      try {
        task.progress().next().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        task.end(callerInterrupted(task));
      }
    }
    return task.claimed();
  }

  static CallResult callerInterrupted(CallTask task) {
    return Failures.of(
        Failure.CANCELLED, "The call of " + task.name() + ": its caller was interrupted");
  }

  private CallResult await(CallTask task) {
    CompletableFuture<CallResult> answer = task.answer();
    try {
      for (; ; ) {
        // The watch answers at the deadline, which moves while a person is asked; the rest is for
        // handing the answer over.
        Duration patience = task.remaining().plus(WAIT_BEYOND_DEADLINE);
        try {
          return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          timeOut(task);
          if (task.isClaimed()) {
            return task.claimed();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      task.end(callerInterrupted(task));
      return task.claimed();
    } catch (ExecutionException e) {
      // Nobody completes an answer this way; if someone did, the call is still answered.
      return Invoker.failed(task, e.getCause());
    }
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

  private static void timeOut(CallTask task) {
    if (task.isOverdue(System.nanoTime())) {
      task.end(
          Failures.of(
              Failure.TIMEOUT,
              "The call of "
                  + task.name()
                  + " was ended: it took longer than its limit of "
                  + shown(task.timeLimit())));
    }
  }

  static String shown(Duration time) {
    return time.toMillis() >= 1000 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /** Notes that a call has its answer. */
  void settled(CallTask task, CallResult result) {
    underWay.remove(task);
    audit.record(
        new CallRecord(
            task.name(),
            task.request().said(),
            task.caller().sessionId(),
            task.caller().principal(),
            task.callId(),
            task.provider().orElse(null),
            Statuses.of(result),
            result.failure().orElse(null),
            task.elapsedNanos()));
  }

  /** Tells hooks of a call that was ended from outside. */
  void reportEnded(CallTask task, HookedCall seen, CallResult result) {
    asides.report(
        whenStuck -> {
          LateReport report = new LateReport(task, seen, result, stuck, whenStuck);
          Future<?> clock = threads.later(report::interrupt, LATE_REPORT_TIMEOUT);
          try {
            report.tell(hooks.get());
          } finally {
            clock.cancel(false);
          }
        });
  }

  private static void leavePlaces(CallTask task) {
    CallProgress progress = task.progressIfAny();
    if (progress != null) {
      progress.leavePlaces();
    }
  }

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
            .filter(task -> task.binding().filter(b -> b.scope() == scope).isPresent())
            .map(CallTask::answer)
            .toArray(CompletableFuture[]::new));
  }

  private int withdraw(ProviderScope scope) {
    int interrupted = 0;
    for (CallTask task : underWay.all()) {
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
    for (CallTask task : underWay.all()) {
      task.end(
          Failures.of(
              Failure.WITHDRAWN, "The call of " + task.name() + " was ended: the runtime ends"));
    }
  }
}
