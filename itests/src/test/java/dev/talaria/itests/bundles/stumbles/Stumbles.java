package dev.talaria.itests.bundles.stumbles;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Does not start. */
public final class Stumbles implements BundleActivator {
  @Override
  public void start(BundleContext context) {
    throw new IllegalStateException("the port is taken");
  }

  @Override
  public void stop(BundleContext context) {}
}
