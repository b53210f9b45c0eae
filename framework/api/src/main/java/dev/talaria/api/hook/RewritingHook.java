package dev.talaria.api.hook;

import dev.talaria.api.ExtensionPoint;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes the arguments of calls; for deployed bundles by the grant {@code hooks.rewrite}. What it
 * returns is validated like the caller's own arguments. One that throws or returns null blocks the
 * call, and while one is not there the calls that it wants wait and are then refused: what it was
 * to take out must not run.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface RewritingHook {
  /**
   * Looks at a call before anything is decided about it.
   *
   * @return all arguments anew; empty: they stay; never null
   */
  Optional<Map<String, Object>> rewrite(HookedCall call) throws Exception;
}
