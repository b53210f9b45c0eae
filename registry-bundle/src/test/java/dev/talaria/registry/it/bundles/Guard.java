package dev.talaria.registry.it.bundles;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.Decision;
import dev.talaria.api.hook.HookedCall;

/** Blocks everything. Notes in a system property that it was made. */
public final class Guard implements BlockingHook {
  public Guard() {
    System.setProperty("it.guard.made", "yes");
  }

  @Override
  public Decision decide(HookedCall call) {
    return new Decision.Block("guarded: " + call.tool().name());
  }
}
