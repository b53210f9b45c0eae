package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolException;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.ResultShaper;
import dev.talaria.pipeline.problem.BindingProblem;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.gate.Gates;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HooksAfter;
import dev.talaria.registry.internal.hook.HooksBefore;
import dev.talaria.registry.internal.hook.HooksOnResult;
import dev.talaria.registry.internal.hook.ResultVerdict;
import dev.talaria.registry.internal.hook.Transformed;
import dev.talaria.registry.internal.hook.Verdict;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.stuck.StuckCalls;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.BoundTool;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes a call through the pipeline: find the tool, fit the arguments, hooks, gates, enter, call,
 * shape the result, hooks. Stateless. A call that has to wait is left, with no thread, and taken up
 * again from the start: what was decided about the same tool is not decided again.
 */
final class Invoker {
  private static final Logger LOG = LoggerFactory.getLogger(Invoker.class);

  /** How deep a stage may lead to a stage. */
  private static final int MAX_STAGES = 16;

  private static final int MAX_READS = 10_000;

  private final CallEngine engine;
  private final Targets targets;
  private final ResultShaper shaper = new ResultShaper();
  private final ResultKeeper results;
  private final Supplier<HookSet> hooks;
  private final Gates gates;
  private final StuckCalls stuck;
  private final Questions questions;
  private final JsonMapper mapper;

  Invoker(
      CallEngine engine,
      Targets targets,
      ResultKeeper results,
      Supplier<HookSet> hooks,
      Gates gates,
      StuckCalls stuck,
      Questions questions,
      JsonMapper mapper) {
    this.engine = engine;
    this.targets = targets;
    this.results = results;
    this.hooks = hooks;
    this.gates = gates;
    this.stuck = stuck;
    this.questions = questions;
    this.mapper = mapper;
  }

  /** What comes before a tool is entered: the arguments, or an answer, or a wait. */
  private record Step(ObjectNode arguments, CallResult answer) {
    private static final Step WAIT = new Step(null, null);

    static Step answered(CallResult answer) {
      return new Step(null, answer);
    }

    static Step with(ObjectNode arguments) {
      return new Step(arguments, null);
    }
  }

  /**
   * Tries to make a call.
   *
   * @param first where it goes, as just read; null: to be read
   * @param again to be run when the call can go on
   * @return the answer; empty: {@code again} will be run, or the answer will be given
   */
  Optional<CallResult> attempt(CallTask task, Target first, Consumer<Binding> again) {
    Target target = first;
    for (int reads = 0; reads < MAX_READS; reads++) {
      if (target == null) {
        target = targets.find(task.name(), task.caller().visibility(), task.overrider());
      }
      if (target.refusal() != null) {
        return answered(task, target.refusal());
      }
      Step step = prepare(task, target, again);
      if (step != Step.WAIT && step.answer() != null) {
        return answered(task, step.answer());
      }
      if (step == Step.WAIT || !atGates(task, target, again)) {
        return Optional.empty();
      }
      Binding binding = target.binding();
      switch (binding.enter(task.isInside(binding.scope()))) {
        case ENTERED -> {
          return inTool(task, binding, step.arguments());
        }
        case SUSPENDED -> {
          leaveGates(task);
          binding.whenChanged().thenRun(new Turn(() -> again.accept(binding)));
          return Optional.empty();
        }
        case CLOSED -> {
          // The next table has been published already: read it.
          target = null;
        }
      }
    }
    return answered(
        task,
        Failures.of(
            Failure.UNAVAILABLE, task.name() + " changes faster than it can be called; try again"));
  }

  private Optional<CallResult> answered(CallTask task, CallResult result) {
    leaveGates(task);
    return Optional.of(reported(task, result));
  }

  private static void leaveGates(CallTask task) {
    CallProgress progress = task.progressIfAny();
    if (progress != null) {
      progress.leavePlaces();
    }
  }

  // Before the tool

  private Step prepare(CallTask task, Target target, Consumer<Binding> again) {
    Binding binding = target.binding();
    CallProgress progress = task.progressIfAny();
    if (progress != null) {
      Optional<ObjectNode> decided = progress.decided(binding);
      if (decided.isPresent()) {
        return approved(task, progress, decided.get());
      }
    }
    ArgumentOutcome outcome;
    ArgumentSchema schema;
    try {
      schema = binding.arguments();
    } catch (InvalidSchemaException e) {
      return Step.answered(
          Failures.of(
              Failure.UNAVAILABLE,
              "The schema of " + task.name() + " cannot be used: " + e.getMessage()));
    }
    CallRequest request = task.request();
    outcome =
        request.tree() == null ? schema.accept(request.text()) : schema.accept(request.tree());
    if (outcome instanceof ArgumentOutcome.Rejected rejected) {
      return Step.answered(Failures.invalidArguments(rejected.message()));
    }
    ObjectNode arguments = ((ArgumentOutcome.Accepted) outcome).arguments();
    return hooks.get().want(task.name())
        ? throughHooks(task, target, schema, arguments, again)
        : Step.with(arguments);
  }

  private Step throughHooks(
      CallTask task,
      Target target,
      ArgumentSchema schema,
      ObjectNode arguments,
      Consumer<Binding> again) {
    Verdict verdict =
        task.progress()
            .hooks(
                target.binding(),
                () -> new HooksBefore(hooks, task, target.info(), mapper, schema::accept))
            .run(arguments);
    if (verdict instanceof Verdict.Wait gap) {
      leaveGates(task);
      gap.until().thenRun(new Turn(() -> again.accept(target.binding())));
      return Step.WAIT;
    }
    if (verdict instanceof Verdict.Refuse refused) {
      return Step.answered(refused.answer());
    }
    if (verdict instanceof Verdict.Proceed proceed) {
      task.progress().decide(target.binding(), proceed.arguments(), null);
      return Step.with(proceed.arguments());
    }
    Verdict.Ask ask = (Verdict.Ask) verdict;
    // A call that waits for a person is no call in flight: it holds up nobody's update.
    leaveGates(task);
    CompletableFuture<Elicitation> question = questions.ask(task, ask.question(), "");
    task.progress().decide(target.binding(), ask.arguments(), question);
    if (question.isDone()) {
      return approved(task, task.progress(), ask.arguments());
    }
    question.thenRun(new Turn(() -> again.accept(target.binding())));
    return Step.WAIT;
  }

  private static Step approved(CallTask task, CallProgress progress, ObjectNode arguments) {
    CompletableFuture<Elicitation> question = progress.question();
    if (question == null || question.join().accepted()) {
      return Step.with(arguments);
    }
    return Step.answered(
        Failures.of(Failure.BLOCKED, Questions.refusal(task.name(), question.join())));
  }

  /** Returns whether the call is inside its gates; else it waits, or has been answered. */
  private boolean atGates(CallTask task, Target target, Consumer<Binding> again) {
    Binding binding = target.binding();
    int ofTool = binding.document().behaviour().maxConcurrent();
    if (ofTool == 0 && target.ownerLimit() == 0) {
      return true;
    }
    var owner = binding.scope().owner();
    // A call out of one that is inside already would wait for it, and that one for this.
    if (ofTool > 0 && !task.isInside(owner, task.name())) {
      Gates.Key key = new Gates.Key(owner, task.name());
      if (!isIn(
          task, binding, task.progress().toolPlace(key, () -> gates.join(key, ofTool)), again)) {
        return false;
      }
    }
    if (target.ownerLimit() > 0 && !task.isInside(owner, "")) {
      Gates.Key key = new Gates.Key(owner, "");
      return isIn(
          task,
          binding,
          task.progress().ownerPlace(key, () -> gates.join(key, target.ownerLimit())),
          again);
    }
    return true;
  }

  private boolean isIn(
      CallTask task, Binding binding, Optional<Gates.Place> place, Consumer<Binding> again) {
    if (place.isEmpty()) {
      leaveGates(task);
      task.finish(
          reported(
              task,
              Failures.of(
                  Failure.UNAVAILABLE,
                  task.name() + " is busy: too many calls of it wait already; try again later")));
      return false;
    }
    if (!place.get().awaitTurn(new Turn(() -> again.accept(binding)))) {
      return true;
    }
    if (task.isClaimed()) {
      // Whoever ended it may have looked for its places before there were any.
      leaveGates(task);
    }
    return false;
  }

  // In the tool

  private Optional<CallResult> inTool(CallTask task, Binding binding, ObjectNode arguments) {
    CallResult refusal = null;
    task.workFor(binding.scope().owner());
    Optional<String> objection = stuck.objection(binding);
    if (objection.isPresent()) {
      refusal = Failures.of(Failure.UNAVAILABLE, objection.get());
    } else if (!task.enterTool(binding)) {
      refusal = Failures.of(Failure.CANCELLED, "The call of " + task.name() + " has been answered");
    }
    if (refusal != null) {
      binding.exit();
      return answered(task, refusal);
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
          result = shaped(task, binding, bound, returned);
        }
      }
    } catch (Throwable e) {
      result = failed(task, binding, bound, e);
    } finally {
      thread.setContextClassLoader(before);
    }
    if (stage != null) {
      return awaited(task, binding, bound, stage, 1);
    }
    task.leaveTool();
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
    leaveGates(task);
    HookedCall seen = task.beginReport();
    if (seen == null) {
      return Optional.of(result);
    }
    CallReport report = observed(task, result, seen);
    return transformed(task, binding, result, new HooksOnResult(hooks, task, seen, report));
  }

  private CallResult shaped(CallTask task, Binding binding, BoundTool bound, Object returned)
      throws InvalidSchemaException {
    CallResult whole = shaper.shape(task.name(), returned, bound.mapper(), binding.result());
    return kept(task, binding, whole);
  }

  private CallResult kept(CallTask task, Binding binding, CallResult whole) {
    // A tool that called this one works on all of it; its own result is what has a limit.
    return task.parent() != null
        ? whole
        : results.keep(whole, binding, task.caller().recipient(), task.name(), task.callId());
  }

  private static CallResult failed(
      CallTask task, Binding binding, BoundTool bound, Throwable thrown) {
    if (thrown instanceof ToolUnavailableException e && bound == null) {
      LOG.error(
          "Tool {} of {} cannot be called: {}",
          task.name(),
          binding.scope().owner(),
          e.getMessage(),
          e.getCause());
      return Failures.of(
          Failure.UNAVAILABLE, "The tool " + task.name() + " is unavailable: " + e.getMessage());
    }
    if (thrown instanceof InterruptedException && task.onCallerThread() && !task.isEnded()) {
      // It was not us: somebody wants the caller, whose thread this is.
      Thread.currentThread().interrupt();
      return CallEngine.callerInterrupted(task);
    }
    return failed(task, thrown);
  }

  /** Answers for what a tool threw, which may be anything, even something that throws again. */
  static CallResult failed(CallTask task, Throwable thrown) {
    try {
      if (task.isEnded()) {
        LOG.debug("Tool {} ended after its call was answered", task.name(), thrown);
      } else if (!(thrown instanceof ToolException)) {
        LOG.warn("Tool {} failed", task.name(), thrown);
      }
      return Failures.thrown(thrown);
    } catch (Throwable again) {
      return Failures.of(
          Failure.TOOL_ERROR,
          "Tool execution failed: "
              + thrown.getClass().getName()
              + " (it cannot say why: "
              + again.getClass().getName()
              + ")");
    }
  }

  // Work that goes on

  /**
   * Waits for what a tool returned in place of a result, with no thread. The call stays in flight
   * until it completes, even if the call is answered before.
   */
  private Optional<CallResult> awaited(
      CallTask task, Binding binding, BoundTool bound, CompletionStage<?> stage, int depth) {
    if (!task.awaitStage(stage)) {
      engine
          .asides()
          .run(task.name() + ", at the end of a call", binding.scope(), () -> Stages.stop(stage));
    }
    // A stage need not be one of Java's: it may complete twice, or refuse to be listened to.
    AtomicBoolean completed = new AtomicBoolean();
    try {
      stage.whenComplete(
          (value, failure) -> {
            if (completed.compareAndSet(false, true)) {
              // Whose thread this is nobody knows; perhaps it must not wait.
              engine.proceed(
                  task,
                  binding,
                  () -> engine.step(task, () -> done(task, binding, bound, value, failure, depth)));
            }
          });
    } catch (Throwable e) {
      if (completed.compareAndSet(false, true)) {
        task.stageDone();
        return out(task, binding, failed(task, e));
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
      task.stageDone();
      return out(task, binding, task.claimed());
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CallResult result;
    try {
      thread.setContextClassLoader(bound.tool().getClass().getClassLoader());
      result =
          failure == null ? shaped(task, binding, bound, value) : failed(task, unwrapped(failure));
    } catch (Throwable e) {
      result = failed(task, e);
    } finally {
      thread.setContextClassLoader(before);
    }
    task.stageDone();
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

  // After the tool

  private CallResult reported(CallTask task, CallResult result) {
    HookedCall seen = task.beginReport();
    if (seen != null) {
      observed(task, result, seen);
    }
    return result;
  }

  private CallReport observed(CallTask task, CallResult result, HookedCall seen) {
    CallReport report = new CallReport(Statuses.of(result), task.atWork(), result);
    HooksAfter.observe(hooks.get(), task, seen, report);
    return report;
  }

  /** Returns what hooks make of the result; empty: it waits for one, with no thread. */
  private Optional<CallResult> transformed(
      CallTask task, Binding binding, CallResult result, HooksOnResult after) {
    ResultVerdict verdict = after.run();
    if (verdict instanceof ResultVerdict.Wait gap) {
      gap.until()
          .thenRun(
              () ->
                  engine.proceed(
                      task,
                      binding,
                      () -> engine.step(task, () -> transformed(task, binding, result, after))));
      return Optional.empty();
    }
    if (verdict instanceof ResultVerdict.Withheld withheld) {
      return Optional.of(withheld.answer());
    }
    return Optional.of(
        verdict instanceof ResultVerdict.Made made
            ? measured(task, binding, made.result())
            : result);
  }

  /** What a hook makes of a result has to be what the tool promised, and no longer. */
  private CallResult measured(CallTask task, Binding binding, Transformed made) {
    CallResult shaped;
    try {
      shaped = shaper.shape(task.name(), made.result(), mapper, binding.result());
    } catch (InvalidSchemaException e) {
      // It would have been the tool's own result that could not be measured.
      return kept(task, binding, made.result());
    }
    if (broke(shaped) && !broke(made.result())) {
      // Not the result before: perhaps it was changed for a reason.
      String why = made.by() + " made a result of " + task.name() + " that breaks its contract";
      LOG.warn("{}: {}", why, shaped.text());
      return Failures.of(
          Failure.RESULT_CONTRACT,
          task.name() + " did run, but " + why + ": " + shaped.text(),
          Map.of("error_type", "tool_result_contract", "tool", task.name()));
    }
    return kept(task, binding, shaped);
  }

  private static boolean broke(CallResult result) {
    return result.failure().filter(Failure.RESULT_CONTRACT::equals).isPresent();
  }
}
