package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.TransformingHook;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells hooks how a call ended and lets them change its result. Stateless. */
public final class HooksAfter {
  private static final Logger LOG = LoggerFactory.getLogger(HooksAfter.class);

  private HooksAfter() {}

  /** Tells the observing hooks. */
  public static void observe(HookSet set, HookedTask task, HookedCall call, CallReport report) {
    String tool = call.tool().name();
    for (HookHandle<ObservingHook> handle : set.observing()) {
      if (!handle.wants(tool)) {
        continue;
      }
      try (HookVisit<ObservingHook> visit = HookVisit.into(handle, task)) {
        if (visit != null) {
          visit.hook().called(call, report);
        }
      } catch (Throwable e) {
        LOG.warn("{} failed to hear of a call of {}", handle, tool, e);
      }
    }
  }

  /** Returns what the first transforming hook that answers makes of the result, or the result. */
  public static CallResult transform(
      HookSet set, HookedTask task, HookedCall call, CallReport report) {
    String tool = call.tool().name();
    for (HookHandle<TransformingHook> handle : set.transforming()) {
      if (!handle.wants(tool)) {
        continue;
      }
      try (HookVisit<TransformingHook> visit = HookVisit.into(handle, task)) {
        Optional<CallResult> made =
            visit == null ? Optional.empty() : visit.hook().transform(call, report);
        if (made.isPresent() && made.get().failure().equals(report.result().failure())) {
          return made.get();
        } else if (made.isPresent()) {
          LOG.warn(
              "What {} made of a result of {} was not taken: it is {} where the original is {}",
              handle,
              tool,
              outcome(made.get()),
              outcome(report.result()));
        }
      } catch (Throwable e) {
        LOG.warn("{} failed; the result of {} stays as it was", handle, tool, e);
      }
    }
    return report.result();
  }

  private static String outcome(CallResult result) {
    return result.failure().map(Enum::name).orElse("a success");
  }
}
