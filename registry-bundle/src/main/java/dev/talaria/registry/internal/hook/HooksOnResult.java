package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.JsonMappers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes one result through the transforming hooks; the first that answers decides. Used by one
 * thread at a time, again when it had to wait.
 *
 * <p>What such a hook was to take out must not be seen because the hook is broken or not there: the
 * result is withheld then.
 */
public final class HooksOnResult {
  private static final Logger LOG = LoggerFactory.getLogger(HooksOnResult.class);

  private static final ResultVerdict STAYS = new ResultVerdict.Stays();
  private static final JsonMapper MAPPER = JsonMappers.base();

  private final Supplier<HookSet> hooks;
  private final GuardedTask task;
  private final HookedCall call;
  private final CallReport report;
  private final String tool;
  private final GapWait gaps;
  private final Set<HookHandle<TransformingHook>> asked =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Prepares the way of a result.
   *
   * @param call as its hooks saw it last
   * @param report of how it ended
   */
  public HooksOnResult(
      Supplier<HookSet> hooks, GuardedTask task, HookedCall call, CallReport report) {
    this.hooks = hooks;
    this.task = task;
    this.call = call;
    this.report = report;
    this.tool = call.tool().name();
    this.gaps = new GapWait(task, tool);
  }

  /** Runs the hooks that have not seen the result yet; again when it had to wait. */
  public ResultVerdict run() {
    for (HookSet now = hooks.get(), seen = null; now != seen; seen = now, now = hooks.get()) {
      Verdict gap =
          gaps.verdict(
              now,
              HookKind.TRANSFORMING::equals,
              "the result of " + tool + ", which ran, is withheld");
      if (gap instanceof Verdict.Wait wait) {
        return new ResultVerdict.Wait(wait.until());
      }
      if (gap instanceof Verdict.Refuse refused) {
        return new ResultVerdict.Withheld(refused.answer());
      }
      for (HookHandle<TransformingHook> handle : now.transforming()) {
        if (handle.wants(tool) && asked.add(handle)) {
          ResultVerdict verdict = transform(handle);
          if (!(verdict instanceof ResultVerdict.Stays)) {
            return verdict;
          }
        }
      }
    }
    return STAYS;
  }

  private ResultVerdict transform(HookHandle<TransformingHook> handle) {
    Optional<CallResult> made;
    try (HookVisit<TransformingHook> visit = HookVisit.into(handle, task)) {
      if (visit == null) {
        return STAYS;
      }
      made = visit.hook().transform(call, report);
    } catch (Throwable e) {
      if (handle.isClosed()) {
        LOG.debug("{} failed while it left", handle, e);
        return STAYS;
      }
      LOG.warn("{} failed, so a result of {} was withheld", handle, tool, e);
      return withheld(handle + " failed (" + e.getClass().getSimpleName() + ")");
    }
    if (made == null) {
      LOG.warn("{} returned null, so a result of {} was withheld", handle, tool);
      return withheld(handle + " returned nothing");
    }
    Optional<String> objection = made.flatMap(it -> objection(it, report.result()));
    if (objection.isPresent()) {
      LOG.warn(
          "What {} made of a result of {} cannot be taken, so it was withheld: {}",
          handle,
          tool,
          objection.get());
      return withheld(handle + " made of it what cannot be taken: " + objection.get());
    }
    return made.isPresent()
        ? new ResultVerdict.Made(new Transformed(handle.toString(), made.get()))
        : STAYS;
  }

  private ResultVerdict withheld(String why) {
    return new ResultVerdict.Withheld(
        Failures.of(
            Failure.BLOCKED, why + ", so the result of " + tool + ", which ran, is withheld"));
  }

  private static Optional<String> objection(CallResult made, CallResult original) {
    if (!made.failure().equals(original.failure())) {
      return Optional.of("it is " + outcome(made) + " where the original is " + outcome(original));
    }
    if (made.structuredJson().isPresent()
        && !made.structuredJson().equals(original.structuredJson())) {
      // It is written into protocols as it is.
      try {
        MAPPER.readTree(made.structuredJson().get());
      } catch (JacksonException e) {
        return Optional.of("its structured value is no JSON");
      }
    }
    return Optional.empty();
  }

  private static String outcome(CallResult result) {
    return result.failure().map(Enum::name).orElse("a success");
  }
}
