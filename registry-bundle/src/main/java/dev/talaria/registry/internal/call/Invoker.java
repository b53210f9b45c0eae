package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HooksBefore;
import dev.talaria.registry.internal.hook.Verdict;
import dev.talaria.registry.internal.tool.Binding;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes a call through the pipeline: find the tool, fit the arguments, hooks, gates, enter, call. A
 * call that has to wait is left, with no thread, and taken up again from the start: what was
 * decided about the same tool is not decided again. Stateless.
 */
final class Invoker {
  private static final int MAX_READS = 10_000;

  private final Targets targets;
  private final Supplier<HookSet> hooks;
  private final GateKeeper gates;
  private final ToolRun tools;
  private final Outcomes outcomes;
  private final Questions questions;
  private final JsonMapper mapper;

  Invoker(
      Targets targets,
      Supplier<HookSet> hooks,
      GateKeeper gates,
      ToolRun tools,
      Outcomes outcomes,
      Questions questions,
      JsonMapper mapper) {
    this.targets = targets;
    this.hooks = hooks;
    this.gates = gates;
    this.tools = tools;
    this.outcomes = outcomes;
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
      if (step == Step.WAIT || !gates.pass(task, target, again)) {
        return Optional.empty();
      }
      Binding binding = target.binding();
      switch (binding.enter(task.place().isInside(binding.scope()))) {
        case ENTERED -> {
          return tools.run(task, binding, step.arguments());
        }
        case SUSPENDED -> {
          task.leaveGates();
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
    task.leaveGates();
    return Optional.of(outcomes.reported(task, result));
  }

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
      task.leaveGates();
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
    task.leaveGates();
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
}
