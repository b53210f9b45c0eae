package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolException;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.ResultShaper;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.result.ResultKeeper;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.BoundTool;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * One pass of a call through the pipeline: find the tool, fit the arguments, enter, call, shape the
 * result. Stateless.
 */
final class Invoker {
  private static final Logger LOG = LoggerFactory.getLogger(Invoker.class);

  /** Calls of one tool that were answered while it goes on; more of them are not begun. */
  static final int MAX_ABANDONED = 16;

  private static final int MAX_READS = 10_000;

  private final CallEngine engine;
  private final Supplier<ToolTable> table;
  private final ResultShaper shaper = new ResultShaper();
  private final ResultKeeper results;

  Invoker(CallEngine engine, Supplier<ToolTable> table, ResultKeeper results) {
    this.engine = engine;
    this.table = table;
    this.results = results;
  }

  /** Where a call goes: a binding, or an answer that there is none. */
  private record Target(Binding binding, CallResult refusal) {}

  /**
   * Tries to make a call.
   *
   * @param again to be run when a suspended tool has moved
   * @return the answer; empty: {@code again} will be run
   */
  Optional<CallResult> attempt(CallTask task, Runnable again) {
    for (int reads = 0; reads < MAX_READS; reads++) {
      Target target = target(task);
      if (target.refusal() != null) {
        return Optional.of(target.refusal());
      }
      Binding binding = target.binding();
      ArgumentOutcome outcome;
      try {
        outcome = binding.arguments().accept(task.call().argumentsJson());
      } catch (InvalidSchemaException e) {
        return Optional.of(
            Failures.of(
                Failure.UNAVAILABLE,
                "The schema of " + task.name() + " cannot be used: " + e.getMessage()));
      }
      if (outcome instanceof ArgumentOutcome.Rejected rejected) {
        return Optional.of(Failures.invalidArguments(rejected.message()));
      }
      // Hooks belong here: between the valid arguments and the count of calls in flight, so that a
      // call that waits for a person holds up nobody's update.
      ObjectNode arguments = ((ArgumentOutcome.Accepted) outcome).arguments();
      switch (binding.enter(task.isInside(binding.scope()))) {
        case ENTERED -> {
          try {
            return Optional.of(inTool(task, binding, arguments));
          } finally {
            binding.exit();
          }
        }
        case SUSPENDED -> {
          binding.whenChanged().thenRun(again);
          return Optional.empty();
        }
        case CLOSED -> {
          // The next table has been published already: read it.
        }
      }
    }
    return Optional.of(
        Failures.of(
            Failure.UNAVAILABLE, task.name() + " changes faster than it can be called; try again"));
  }

  private Target target(CallTask task) {
    ToolTable now = table.get();
    NameEntry entry = now.entry(task.name());
    if (task.overrider() != null) {
      return overridden(task, entry);
    }
    Visibility visibility = task.caller().visibility();
    if (now.sees(visibility, entry)) {
      return new Target(entry.binding(), null);
    }
    if (!now.includes(visibility, entry)) {
      return refusal(Failure.UNKNOWN_TOOL, "Unknown tool: " + task.name());
    }
    return refusal(
        Failure.UNAVAILABLE,
        "The tool "
            + task.name()
            + " is unavailable: "
            + now.objection(entry).orElseGet(() -> entry.condition().reason()));
  }

  private static Target overridden(CallTask task, NameEntry entry) {
    Optional<Contender> below =
        Optional.ofNullable(entry).flatMap(known -> known.below(task.overrider()));
    if (below.isEmpty()) {
      return refusal(
          Failure.UNKNOWN_TOOL, "There is no tool below this one in the name " + task.name());
    }
    return NameEntry.bindingOf(below.get())
        .map(binding -> new Target(binding, null))
        .orElseGet(
            () ->
                refusal(
                    Failure.UNAVAILABLE,
                    "The overridden tool of "
                        + below.get().owner()
                        + " is not started (talaria bundles says what it waits for)"));
  }

  private static Target refusal(Failure failure, String message) {
    return new Target(null, Failures.of(failure, message));
  }

  private CallResult inTool(CallTask task, Binding binding, ObjectNode arguments) {
    if (binding.abandoned() >= MAX_ABANDONED) {
      return Failures.of(
          Failure.UNAVAILABLE,
          MAX_ABANDONED
              + " earlier calls of "
              + task.name()
              + " never returned; restart its bundle: talaria bundles restart "
              + binding.scope().owner());
    }
    if (!task.enterTool(binding)) {
      return Failures.of(Failure.CANCELLED, "The call of " + task.name() + " has been answered");
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      BoundTool bound = binding.tool();
      // Libraries inside the tool's bundle look for their parts in the context class loader.
      thread.setContextClassLoader(bound.tool().getClass().getClassLoader());
      Object fitting;
      try {
        fitting = bound.arguments().readValue(arguments);
      } catch (JacksonException e) {
        return Failures.invalidArguments(e.getOriginalMessage());
      }
      Object returned = bound.tool().call(fitting, new CallContext(engine, task, binding));
      CallResult whole = shaper.shape(task.name(), returned, bound.mapper(), binding.result());
      // A tool that called this one works on all of it; its own result is what has a limit.
      return task.parent() != null
          ? whole
          : results.keep(whole, binding, task.caller().recipient(), task.name(), task.callId());
    } catch (ToolUnavailableException e) {
      LOG.error(
          "Tool {} of {} cannot be called: {}",
          task.name(),
          binding.scope().owner(),
          e.getMessage(),
          e.getCause());
      return Failures.of(
          Failure.UNAVAILABLE, "The tool " + task.name() + " is unavailable: " + e.getMessage());
    } catch (Throwable e) {
      return failed(task, e);
    } finally {
      thread.setContextClassLoader(before);
      task.leaveTool();
    }
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
}
