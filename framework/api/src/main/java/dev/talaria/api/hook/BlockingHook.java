package dev.talaria.api.hook;

import dev.talaria.api.ExtensionPoint;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides whether calls may go on; for deployed bundles by the grant {@code hooks.block}. Sees the
 * final arguments, once for each call; again only if another tool (another owner, another
 * declaration) takes over the name before the call has begun. The first block ends the matter. One
 * that throws or returns null blocks: a guard that is broken is closed.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface BlockingHook {
  /** Decides about a call; never returns null. */
  Decision decide(HookedCall call) throws Exception;
}
