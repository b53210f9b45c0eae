package dev.talaria.api.hook;

import dev.talaria.api.ExtensionPoint;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears how calls ended, blocked ones too, once for each call; for deployed bundles by the grant
 * {@code hooks.observe}. Runs before the answer is handed out; one that throws changes nothing.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface ObservingHook {
  /** Looks at a call that has ended. */
  void called(HookedCall call, CallReport report) throws Exception;
}
