package dev.talaria.api.hook;

import dev.talaria.api.CallResult;
import dev.talaria.api.ExtensionPoint;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes results of tools that ran; for deployed bundles by the grant {@code hooks.transform}. Of
 * several the first that answers decides. One that throws changes nothing; a result whose failure
 * differs from the original's is not taken. What it makes has the same limit of length, and has to
 * fit the tool's output schema: else the call fails. While one has not returned the result is
 * withheld: at the deadline the call is answered as timed out.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface TransformingHook {
  /**
   * Looks at a result.
   *
   * @return what takes its place; empty: it stays
   */
  Optional<CallResult> transform(HookedCall call, CallReport report) throws Exception;
}
