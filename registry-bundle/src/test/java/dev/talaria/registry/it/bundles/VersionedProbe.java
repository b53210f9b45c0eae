package dev.talaria.registry.it.bundles;

import dev.talaria.api.Availability;
import dev.talaria.api.AvailabilityProbe;
import org.osgi.framework.FrameworkUtil;

/** A probe that is against it where a system property names the version of its bundle. */
public final class VersionedProbe implements AvailabilityProbe {
  @Override
  public Availability probe() {
    String version = FrameworkUtil.getBundle(VersionedProbe.class).getVersion().toString();
    synchronized (System.getProperties()) {
      System.setProperty("it.asked", System.getProperty("it.asked", "") + version + " ");
    }
    return System.getProperty("it.ill", "").equals(version)
        ? Availability.unavailable("version " + version + " is ill")
        : Availability.AVAILABLE;
  }
}
