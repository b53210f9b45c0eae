package dev.talaria.launcher.framework;

import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.bundle.CollisionHook;

/**
 * Lets two deployed bundles of one name and version be installed side by side, which a replacement
 * without interruption needs. A bundle of the core is never doubled.
 */
final class DoublingHook implements CollisionHook {
  private final CoreBundles core;

  DoublingHook(CoreBundles core) {
    this.core = core;
  }

  @Override
  public void filterCollisions(int operation, Bundle target, Collection<Bundle> collisions) {
    // For an update the target becomes the double itself; for an install it is who installs.
    if (operation == UPDATING && !core.isDeployed(target)) {
      return;
    }
    collisions.removeIf(core::isDeployed);
  }
}
