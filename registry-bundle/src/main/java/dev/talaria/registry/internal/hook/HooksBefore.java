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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes one call through the rewriting and then the blocking hooks, each at most once. Used by one
 * thread at a time.
 *
 * <p>Guards fail closed: one that throws, says nothing or cannot be had blocks the call. One that
 * leaves while the call is on its way is not asked, but then all that came instead are, and while
 * nobody has come the call waits: at the moment of the decision every guard has been asked that is
 * to be.
 */
public final class HooksBefore {
  private static final Logger LOG = LoggerFactory.getLogger(HooksBefore.class);

  private final Supplier<HookSet> hooks;
  private final GuardedTask task;
  private final ToolInfo tool;
  private final JsonMapper mapper;
  private final Function<ObjectNode, ArgumentOutcome> schema;
  private final Set<String> questions = new LinkedHashSet<>();
  private final Set<HookHandle<?>> asked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final GapWait gaps;
  private StandardHookedCall call;
  private boolean rewritten;
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
      GuardedTask task,
      ToolInfo tool,
      JsonMapper mapper,
      Function<ObjectNode, ArgumentOutcome> schema) {
    this.hooks = hooks;
    this.task = task;
    this.tool = tool;
    this.mapper = mapper;
    this.schema = schema;
    this.gaps = new GapWait(task, tool.name());
  }

  /**
   * Runs the hooks that have not seen the call yet; again when it had to wait.
   *
   * @param arguments valid ones; not changed
   */
  public Verdict run(ObjectNode arguments) {
    if (call == null) {
      see(arguments);
    }
    if (!rewritten) {
      Verdict early = through(kind -> true, HookSet::rewriting, this::rewrite);
      if (early != null) {
        return early;
      }
      rewritten = true;
    }
    // Who is to rewrite and leaves from now on has seen it.
    Verdict early = through(kind -> kind != HookKind.REWRITING, HookSet::blocking, this::decide);
    if (early != null) {
      return early;
    }
    return questions.isEmpty() || approved
        ? new Verdict.Proceed(call.tree())
        : new Verdict.Ask(call.tree(), String.join("\n", questions));
  }

  /**
   * Goes through the hooks of one kind until all that are in use have seen the call and none is
   * missing.
   *
   * @param needed the kinds of which none may be missing: transforming ones must be there before
   *     the tool has an effect of which nobody could be told
   * @return null: the call goes on
   */
  private <H> Verdict through(
      Predicate<HookKind> needed,
      Function<HookSet, List<HookHandle<H>>> kind,
      Function<HookHandle<H>, Verdict> visit) {
    for (HookSet now = hooks.get(), seen = null; now != seen; seen = now, now = hooks.get()) {
      Verdict gap = gaps.verdict(now, needed, notRun());
      if (gap != null) {
        return gap;
      }
      for (HookHandle<H> hook : kind.apply(now)) {
        if (hook.wants(tool.name()) && asked.add(hook)) {
          Verdict refusal = visit.apply(hook);
          if (refusal != null) {
            return refusal;
          }
        }
      }
    }
    return null;
  }

  private void see(ObjectNode arguments) {
    call = new StandardHookedCall(task, tool, arguments);
    task.hooked(call);
  }

  private Verdict rewrite(HookHandle<RewritingHook> handle) {
    Optional<Map<String, Object>> written;
    ObjectNode tree = null;
    try (HookVisit<RewritingHook> visit = HookVisit.into(handle, task)) {
      if (visit == null) {
        return task.isEnded() ? over() : null;
      }
      written = visit.hook().rewrite(call);
      if (written != null && written.isPresent()) {
        tree = JsonTrees.object(written.get(), mapper);
      }
    } catch (Throwable e) {
      if (task.isEnded()) {
        return over();
      }
      if (handle.isClosed()) {
        return left(handle, e);
      }
      LOG.warn("{} failed, so a call of {} was blocked", handle, tool.name(), e);
      return blocked(
          handle + " could not rewrite (" + e.getClass().getSimpleName() + "), so " + notRun());
    }
    if (written == null) {
      LOG.warn("{} returned null, so a call of {} was blocked", handle, tool.name());
      return blocked(handle + " returned nothing, so " + notRun());
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
      if (handle.isClosed()) {
        return left(handle, e);
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

  /** What the end of its bundle did to it is no answer: whoever comes instead is asked. */
  private static Verdict left(HookHandle<?> handle, Throwable e) {
    LOG.debug("{} failed while it left", handle, e);
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
