package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.call.CallEngine;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Lets the calls under way end before the runtime does. The framework tells of its own stop before
 * it stops the first bundle, so tools and the edges that answer their callers are all still there.
 * Called on the thread that stops the framework, which waits, at most the drain timeout.
 */
final class ShutdownDrain implements SynchronousBundleListener {
  private final CallEngine engine;
  private final HookTracker hooks;

  ShutdownDrain(CallEngine engine, HookTracker hooks) {
    this.hooks = hooks;
    this.engine = engine;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.STOPPING
        && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID) {
      hooks.end();
      engine.close();
    }
  }
}
