package dev.talaria.itests.osgi.standin;

import java.util.Hashtable;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Says which bundles are of the core, as the launcher does between the framework's init and start,
 * where Pax Exam lets nobody in. The hooks of the launcher are not here; its own tests have them.
 */
public final class LauncherStandIn implements BundleActivator {
  /** The framework property with the start of the locations of core bundles. */
  public static final String CORE_LOCATION = "itests.core.location";

  @Override
  public void start(BundleContext context) {
    String core = context.getProperty(CORE_LOCATION);
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put("dev.talaria.launcher", "core-bundles");
    Predicate<Bundle> isCore = bundle -> bundle.getLocation().startsWith(core);
    // Only a service of the system bundle counts.
    context.getBundle(0).getBundleContext().registerService(Predicate.class, isCore, properties);
  }

  @Override
  public void stop(BundleContext context) {
    // What the system bundle registered goes with the framework.
  }
}
