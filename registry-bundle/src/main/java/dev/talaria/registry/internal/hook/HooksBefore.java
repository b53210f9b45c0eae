package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.Decision;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.json.JsonTrees;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes one call through the rewriting and then the blocking hooks, each at most once. Used by one
 * thread.
 *
 * <p>Guards fail closed: one that throws, says nothing or cannot be had blocks the call. One that
 * leaves while the call is on its way is not asked, but then all that came instead are: at the
 * moment of the decision every guard in use has been asked.
 */
public final class HooksBefore {
  private static final Logger LOG = LoggerFactory.getLogger(HooksBefore.class);

  private final Supplier<HookSet> hooks;
  private final HookedTask task;
  private final ToolInfo tool;
  private final JsonMapper mapper;
  private final Function<ObjectNode, ArgumentOutcome> schema;
  private final Set<String> questions = new LinkedHashSet<>();
  private StandardHookedCall call;
  private boolean approved;

  /**
   * Prepares the way of a call.
   *
   * @param tool that stands for the name now
   * @param mapper for what hooks return
   * @param schema validates what they wrote
   */
  public HooksBefore(
      Supplier<HookSet> hooks,
      HookedTask task,
      ToolInfo tool,
      JsonMapper mapper,
      Function<ObjectNode, ArgumentOutcome> schema) {
    this.hooks = hooks;
    this.task = task;
    this.tool = tool;
    this.mapper = mapper;
    this.schema = schema;
  }

  /**
   * Runs the hooks.
   *
   * @param arguments valid ones; not changed
   */
  public Verdict run(ObjectNode arguments) {
    HookSet set = hooks.get();
    see(arguments);
    for (HookHandle<RewritingHook> hook : set.rewriting()) {
      if (hook.wants(tool.name())) {
        Verdict refusal = rewrite(hook);
        if (refusal != null) {
          return refusal;
        }
      }
    }
    Set<HookHandle<BlockingHook>> asked = Collections.newSetFromMap(new IdentityHashMap<>());
    for (HookSet now = hooks.get(), seen = null; now != seen; seen = now, now = hooks.get()) {
      for (HookHandle<BlockingHook> hook : now.blocking()) {
        if (hook.wants(tool.name()) && asked.add(hook)) {
          Verdict refusal = decide(hook);
          if (refusal != null) {
            return refusal;
          }
        }
      }
    }
    return questions.isEmpty() || approved
        ? new Verdict.Proceed(call.tree())
        : new Verdict.Ask(call.tree(), String.join("\n", questions));
  }

  private void see(ObjectNode arguments) {
    call = new StandardHookedCall(task, tool, arguments);
    task.hooked(call);
  }

  private Verdict rewrite(HookHandle<RewritingHook> handle) {
    Optional<Map<String, Object>> written;
    ObjectNode tree;
    try (HookVisit<RewritingHook> visit = HookVisit.into(handle, task)) {
      if (visit == null) {
        return task.isEnded() ? over() : null;
      }
      written = visit.hook().rewrite(call);
      tree = written.isEmpty() ? call.tree() : JsonTrees.object(written.get(), mapper);
    } catch (Throwable e) {
      if (task.isEnded()) {
        return over();
      }
      LOG.warn("{} failed; the arguments of {} stay as they were", handle, tool.name(), e);
      return null;
    }
    if (written.isEmpty()) {
      return null;
    }
    ArgumentOutcome outcome = schema.apply(tree);
    if (outcome instanceof ArgumentOutcome.Accepted accepted) {
      see(accepted.arguments());
      return null;
    }
    String why = ((ArgumentOutcome.Rejected) outcome).message();
    LOG.warn("{} wrote arguments of {} that it does not take: {}", handle, tool.name(), why);
    return new Verdict.Refuse(
        Failures.invalidArguments(
            "They were rewritten by " + handle + ", and then did not fit, so nothing ran: " + why));
  }

  private Verdict decide(HookHandle<BlockingHook> handle) {
    Decision decision;
    try (HookVisit<BlockingHook> visit = HookVisit.into(handle, task)) {
      if (visit == null) {
        return task.isEnded() ? over() : null;
      }
      decision = visit.hook().decide(call);
    } catch (Throwable e) {
      if (task.isEnded()) {
        return over();
      }
      LOG.warn("{} failed, so a call of {} was blocked", handle, tool.name(), e);
      return blocked(
          handle + " could not decide (" + e.getClass().getSimpleName() + "), so " + notRun());
    }
    if (decision instanceof Decision.Block block) {
      return blocked(
          block.message().isBlank() ? handle + " blocked it; " + notRun() : block.message());
    } else if (decision instanceof Decision.Ask ask) {
      questions.add(ask.question());
    } else if (decision instanceof Decision.Approve) {
      approved |= handle.mayApprove();
    } else if (decision == null) {
      LOG.warn("{} decided null, so a call of {} was blocked", handle, tool.name());
      return blocked(handle + " decided nothing, so " + notRun());
    }
    return null;
  }

  private String notRun() {
    return tool.name() + " was not run";
  }

  private static Verdict blocked(String message) {
    return new Verdict.Refuse(Failures.of(Failure.BLOCKED, message));
  }

  /** The call has its answer; this one only ends the way here. */
  private static Verdict over() {
    return new Verdict.Refuse(Failures.of(Failure.CANCELLED, "The call has been answered"));
  }
}
