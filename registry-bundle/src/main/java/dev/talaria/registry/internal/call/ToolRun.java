package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.problem.BindingProblem;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HooksOnResult;
import dev.talaria.registry.internal.hook.ResultVerdict;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.BoundTool;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes a call through its tool, on whatever thread works on it, and waits for what the tool
 * returned in place of a result. Whatever the tool does, the binding that was entered is left.
 */
final class ToolRun {
  /** How deep a stage may lead to a stage. */
  private static final int MAX_STAGES = 16;

  private final CallEngine engine;
  private final Workers workers;
  private final CallEnds ends;
  private final StuckCalls stuck;
  private final Outcomes outcomes;
  private final Supplier<HookSet> hooks;

  ToolRun(
      CallEngine engine,
      Workers workers,
      CallEnds ends,
      Outcomes outcomes,
      Supplier<HookSet> hooks) {
    this.engine = engine;
    this.workers = workers;
    this.ends = ends;
    this.stuck = ends.stuck();
    this.outcomes = outcomes;
    this.hooks = hooks;
  }

  /**
   * Calls the tool of a binding that was entered.
   *
   * @return the answer; empty: it will be given when what the tool returned completes
   */
  Optional<CallResult> run(CallTask task, Binding binding, ObjectNode arguments) {
    CallResult refusal = null;
    task.place().workFor(binding.scope().owner());
    Optional<String> objection = stuck.objection(binding);
    if (objection.isPresent()) {
      refusal = Failures.of(Failure.UNAVAILABLE, objection.get());
    } else if (!task.place().enterTool(binding, task.isSeen())) {
      refusal = Failures.of(Failure.CANCELLED, "The call of " + task.name() + " has been answered");
    }
    if (refusal != null) {
      binding.exit();
      task.leaveGates();
      return Optional.of(outcomes.reported(task, refusal));
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CallResult result = null;
    CompletionStage<?> stage = null;
    BoundTool bound = null;
    try {
      bound = binding.tool();
      // Libraries inside the tool's bundle look for their parts in the context class loader.
      thread.setContextClassLoader(bound.tool().getClass().getClassLoader());
      Object fitting = fitting(bound, arguments);
      if (fitting instanceof CallResult unfit) {
        result = unfit;
      } else {
        Object returned = bound.tool().call(fitting, new CallContext(engine, task, binding));
        if (returned instanceof CompletionStage<?> work) {
          stage = work;
        } else {
          result = outcomes.shaped(task, binding, bound, returned);
        }
      }
    } catch (Throwable e) {
      result = Outcomes.failed(task, binding, bound, e);
    } finally {
      thread.setContextClassLoader(before);
    }
    if (stage != null) {
      return awaited(task, binding, bound, stage, 1);
    }
    task.place().leaveTool();
    return out(task, binding, result);
  }

  /** Returns what the tool takes, or an answer that says why that cannot be made. */
  private static Object fitting(BoundTool bound, ObjectNode arguments) {
    try {
      return bound.arguments().read(arguments);
    } catch (JacksonException e) {
      return Failures.invalidArguments(BindingProblem.words(e));
    }
  }

  private Optional<CallResult> out(CallTask task, Binding binding, CallResult result) {
    binding.exit();
    task.leaveGates();
    HookedCall seen = task.beginReport();
    if (seen == null) {
      return Optional.of(result);
    }
    CallReport report = outcomes.observed(task, result, seen);
    return transformed(task, binding, result, new HooksOnResult(hooks, task, seen, report));
  }

  /** Returns what hooks make of the result; empty: it waits for one, with no thread. */
  private Optional<CallResult> transformed(
      CallTask task, Binding binding, CallResult result, HooksOnResult after) {
    ResultVerdict verdict = after.run();
    if (verdict instanceof ResultVerdict.Wait gap) {
      gap.until()
          .thenRun(
              () ->
                  workers.proceed(
                      task,
                      binding,
                      () -> Workers.step(task, () -> transformed(task, binding, result, after))));
      return Optional.empty();
    }
    if (verdict instanceof ResultVerdict.Withheld withheld) {
      return Optional.of(withheld.answer());
    }
    return Optional.of(
        verdict instanceof ResultVerdict.Made made
            ? outcomes.measured(task, binding, made.result())
            : result);
  }

  /**
   * Waits for what a tool returned in place of a result, with no thread. The call stays in flight
   * until it completes, even if the call is answered before.
   */
  private Optional<CallResult> awaited(
      CallTask task, Binding binding, BoundTool bound, CompletionStage<?> stage, int depth) {
    if (!task.place().awaitStage(stage)) {
      ends.stop(task, stage);
    }
    // A stage need not be one of Java's: it may complete twice, or refuse to be listened to.
    AtomicBoolean completed = new AtomicBoolean();
    try {
      stage.whenComplete(
          (value, failure) -> {
            if (completed.compareAndSet(false, true)) {
              // Whose thread this is nobody knows; perhaps it must not wait.
              workers.proceed(
                  task,
                  binding,
                  () ->
                      Workers.step(task, () -> done(task, binding, bound, value, failure, depth)));
            }
          });
    } catch (Throwable e) {
      if (completed.compareAndSet(false, true)) {
        task.place().stageDone();
        return out(task, binding, Outcomes.failed(task, e));
      }
    }
    return Optional.empty();
  }

  private Optional<CallResult> done(
      CallTask task, Binding binding, BoundTool bound, Object value, Throwable failure, int depth) {
    if (failure == null && value instanceof CompletionStage<?> next && depth < MAX_STAGES) {
      return awaited(task, binding, bound, next, depth + 1);
    }
    if (task.isClaimed()) {
      // It only had to be known when the work ended; nobody wants what came of it.
      task.place().stageDone();
      return out(task, binding, task.claimed());
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CallResult result;
    try {
      thread.setContextClassLoader(bound.tool().getClass().getClassLoader());
      result =
          failure == null
              ? outcomes.shaped(task, binding, bound, value)
              : Outcomes.failed(task, unwrapped(failure));
    } catch (Throwable e) {
      result = Outcomes.failed(task, e);
    } finally {
      thread.setContextClassLoader(before);
    }
    task.place().stageDone();
    return out(task, binding, result);
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable inner = failure;
    while ((inner instanceof CompletionException || inner instanceof ExecutionException)
        && inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }
}
