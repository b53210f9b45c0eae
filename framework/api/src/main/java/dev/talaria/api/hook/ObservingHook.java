package dev.talaria.api.hook;

import dev.talaria.api.ExtensionPoint;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears how calls ended, blocked ones too, once for each call whose tool was found and whose
 * arguments were valid; for deployed bundles by the grant {@code hooks.observe}. Runs before the
 * answer is handed out, except when the call was ended from outside (its deadline, a cancellation):
 * then beside it. One that throws changes nothing.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface ObservingHook {
  /** Looks at a call that has ended. */
  void called(HookedCall call, CallReport report) throws Exception;
}
