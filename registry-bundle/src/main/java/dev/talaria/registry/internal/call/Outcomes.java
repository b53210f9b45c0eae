package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolException;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.ResultShaper;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HooksAfter;
import dev.talaria.registry.internal.hook.Transformed;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.BoundTool;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes answers: of what a tool returned or threw, and of what hooks make of that. Stateless; runs
 * on the thread that works on the call.
 */
final class Outcomes {
  private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

  private final ResultShaper shaper = new ResultShaper();
  private final ResultKeeper results;
  private final Supplier<HookSet> hooks;
  private final JsonMapper mapper;

  /**
   * Creates the maker.
   *
   * @param mapper for what hooks make
   */
  Outcomes(ResultKeeper results, Supplier<HookSet> hooks, JsonMapper mapper) {
    this.results = results;
    this.hooks = hooks;
    this.mapper = mapper;
  }

  /**
   * Makes an answer of what a tool returned.
   *
   * @throws InvalidSchemaException if the tool's output schema cannot be used
   */
  CallResult shaped(CallTask task, Binding binding, BoundTool bound, Object returned)
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

  /**
   * Answers for what came of trying to call a tool.
   *
   * @param bound null: it was not even there
   */
  static CallResult failed(CallTask task, Binding binding, BoundTool bound, Throwable thrown) {
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
      return CallEnds.callerInterrupted(task);
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

  /** Lets hooks hear of a call whose tool did not run; returns its answer. */
  CallResult reported(CallTask task, CallResult result) {
    HookedCall seen = task.beginReport();
    if (seen != null) {
      observed(task, result, seen);
    }
    return result;
  }

  /** Lets hooks hear of a call, and returns what they heard. */
  CallReport observed(CallTask task, CallResult result, HookedCall seen) {
    CallReport report = new CallReport(Statuses.of(result), task.place().atWork(), result);
    HooksAfter.observe(hooks.get(), task, seen, report);
    return report;
  }

  /** What a hook makes of a result has to be what the tool promised, and no longer. */
  CallResult measured(CallTask task, Binding binding, Transformed made) {
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
