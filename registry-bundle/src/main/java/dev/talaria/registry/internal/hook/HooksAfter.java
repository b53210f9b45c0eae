package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.pipeline.JsonMappers;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Tells hooks how a call ended and lets them change its result. Stateless. */
public final class HooksAfter {
  private static final Logger LOG = LoggerFactory.getLogger(HooksAfter.class);

  private static final JsonMapper MAPPER = JsonMappers.base();

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

  /** Returns what the first transforming hook that answers makes of the result, if any does. */
  public static Optional<Transformed> transform(
      HookSet set, HookedTask task, HookedCall call, CallReport report) {
    String tool = call.tool().name();
    for (HookHandle<TransformingHook> handle : set.transforming()) {
      if (!handle.wants(tool)) {
        continue;
      }
      try (HookVisit<TransformingHook> visit = HookVisit.into(handle, task)) {
        Optional<CallResult> made =
            visit == null ? Optional.empty() : visit.hook().transform(call, report);
        Optional<String> objection = made.flatMap(it -> objection(it, report.result()));
        if (objection.isPresent()) {
          LOG.warn(
              "What {} made of a result of {} was not taken: {}", handle, tool, objection.get());
        } else if (made.isPresent()) {
          return Optional.of(new Transformed(handle.toString(), made.get()));
        }
      } catch (Throwable e) {
        LOG.warn("{} failed; the result of {} stays as it was", handle, tool, e);
      }
    }
    return Optional.empty();
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
