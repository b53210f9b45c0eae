package dev.talaria.launcher.framework;

import java.lang.reflect.Field;
import java.util.Map;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.launch.Framework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the framework forget which services an uninstalled bundle had used. Felix keeps that record,
 * and by it the whole bundle, until the last of these services is unregistered. The component
 * runtime fetches Config Admin for every bundle that has components, and Config Admin stays.
 *
 * <p>No door of the framework leads there, so this takes the record out by reflection: the launcher
 * comes with the framework it was built with. Called on the framework's event thread; what it
 * removes from is a concurrent map, and a bundle that is uninstalled never gets a service again.
 */
final class ServiceUseRecords implements BundleListener {
  private static final Logger log = LoggerFactory.getLogger(ServiceUseRecords.class);

  private final Map<?, ?> byBundle;

  private ServiceUseRecords(Map<?, ?> byBundle) {
    this.byBundle = byBundle;
  }

  /** Finds the records of a framework; one that has none of this form gets an empty stand-in. */
  static ServiceUseRecords of(Framework framework) {
    try {
      Object registry = value(framework, "m_registry");
      return new ServiceUseRecords((Map<?, ?>) value(registry, "m_inUseMap"));
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn(
          "The framework is another one than this was built with ({}): each update of a bundle will"
              + " keep some kilobytes of memory",
          e.toString());
      return new ServiceUseRecords(Map.of());
    }
  }

  private static Object value(Object of, String field) throws ReflectiveOperationException {
    Field found = of.getClass().getDeclaredField(field);
    found.setAccessible(true);
    return found.get(of);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.UNINSTALLED) {
      byBundle.remove(event.getBundle());
    }
  }
}
