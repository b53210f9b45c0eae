package dev.talaria.api.hook;

import dev.talaria.api.CallResult;
import dev.talaria.api.ExtensionPoint;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes results of tools that ran; for deployed bundles by the grant {@code hooks.transform}. Of
 * several the first that answers decides. If one throws, returns null or answers what cannot be
 * taken (a result whose failure differs from the original's), the result is withheld, since what
 * was to be taken out must not be seen; likewise if it is not there, after a wait. What it makes
 * has the same limit of length, and has to fit the tool's output schema: else the call fails. While
 * one has not returned the call is not answered: at the deadline it is as timed out.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface TransformingHook {
  /**
   * Looks at a result.
   *
   * @return what takes its place; empty: it stays; never null
   */
  Optional<CallResult> transform(HookedCall call, CallReport report) throws Exception;
}
