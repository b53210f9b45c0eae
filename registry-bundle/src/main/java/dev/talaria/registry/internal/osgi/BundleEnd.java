package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.session.Sessions;
import dev.talaria.registry.internal.tool.ProviderScope;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Lets go of what a bundle had when it stops. The framework calls on the stopping thread, before
 * the bundle's own clean-up, and with its state locked: foreign code is left to another thread.
 */
final class BundleEnd implements SynchronousBundleListener {
  private final BundleRecords records;
  private final ToolTracker tracker;
  private final BundleResources resources;
  private final Sessions sessions;

  BundleEnd(
      BundleRecords records, ToolTracker tracker, BundleResources resources, Sessions sessions) {
    this.records = records;
    this.tracker = tracker;
    this.resources = resources;
    this.sessions = sessions;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.STOPPING) {
      Bundle bundle = event.getBundle();
      resources.end(bundle);
      records.renew(bundle).ifPresent(scope -> ended(bundle, scope));
    }
  }

  /** Ends what belongs to one run of a bundle. */
  void ended(Bundle bundle, ProviderScope scope) {
    resources.end(bundle);
    tracker.lapse(scope);
    sessions.drop(scope);
  }
}
