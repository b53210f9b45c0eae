package dev.talaria.registry.internal.call;

import dev.talaria.admin.AuditLog;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.stuck.StuckCalls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Does what follows when a call has its answer: who is told, on whose thread. Stateless. */
final class CallEnds {
  private static final Duration LATE_REPORT_TIMEOUT = Duration.ofSeconds(10);

  private final UnderWay underWay;
  private final AuditLog audit;
  private final CallThreads threads;
  private final StuckCalls stuck;
  private final Asides asides;
  private final Supplier<HookSet> hooks;

  CallEnds(
      UnderWay underWay,
      AuditLog audit,
      CallThreads threads,
      StuckCalls stuck,
      Asides asides,
      Supplier<HookSet> hooks) {
    this.underWay = underWay;
    this.audit = audit;
    this.threads = threads;
    this.stuck = stuck;
    this.asides = asides;
    this.hooks = hooks;
  }

  StuckCalls stuck() {
    return stuck;
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
            task.request().callId(),
            task.sequence(),
            task.place().provider().orElse(null),
            Statuses.of(result),
            result.failure().orElse(null),
            task.clock().elapsedNanos()));
  }

  /**
   * Hands out the answer of a call that was ended from outside, and has its work stopped.
   *
   * @param actions that wait for it; null: none
   */
  void handOver(CallTask task, CallResult result, CallPlace.Left left, EndActions actions) {
    if (actions != null && !actions.ours().isEmpty()) {
      asides.own(() -> EndActions.run(actions.ours()));
    }
    asides.answer(task.caller(), () -> task.answer().complete(result));
    List<Runnable> ofTool = actions == null ? List.of() : actions.ofTool();
    if (left.stage() != null || !ofTool.isEmpty()) {
      asides.run(
          whatEnds(task),
          left.scope(),
          () -> {
            if (left.stage() != null) {
              Stages.stop(left.stage());
            }
            EndActions.run(ofTool);
          });
    }
  }

  /** Has work stopped that a tool returned after its call was ended. */
  void stop(CallTask task, CompletionStage<?> work) {
    asides.run(whatEnds(task), task.place().scope(), () -> Stages.stop(work));
  }

  private static String whatEnds(CallTask task) {
    return task.name() + ", at the end of a call";
  }

  /** Tells hooks of a call that was ended from outside. */
  void report(CallTask task, HookedCall seen, CallResult result) {
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

  /** Ends a call whose time is over. */
  static void timeOut(CallTask task) {
    if (task.clock().isOverdue(System.nanoTime())) {
      task.end(
          Failures.of(
              Failure.TIMEOUT,
              "The call of "
                  + task.name()
                  + " was ended: it took longer than its limit of "
                  + shown(task.clock().limit())));
    }
  }

  static String shown(Duration time) {
    return time.toMillis() >= 1000 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  static CallResult callerInterrupted(CallTask task) {
    return Failures.of(
        Failure.CANCELLED, "The call of " + task.name() + ": its caller was interrupted");
  }
}
