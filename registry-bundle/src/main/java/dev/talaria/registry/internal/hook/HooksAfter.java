package dev.talaria.registry.internal.hook;

import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.ObservingHook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells hooks how a call ended. Stateless. */
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
}
