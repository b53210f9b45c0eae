package dev.talaria.config.internal;

import dev.talaria.admin.RuntimeProperties;
import dev.talaria.config.internal.store.ConfigStore;
import dev.talaria.config.internal.store.EtcFolder;
import dev.talaria.config.internal.store.EtcPersistenceManager;
import dev.talaria.config.internal.store.FactoryPids;
import dev.talaria.config.internal.store.LastGood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import org.apache.felix.cm.PersistenceManager;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Reads {@code etc/} and registers the store. An activator and no component: Config Admin waits for
 * the store, and components that started before it would run without their configuration and then
 * be restarted with it.
 */
public final class ConfigActivator implements BundleActivator {
  /** What the framework property {@code felix.cm.pm} names. */
  private static final String NAME = "talaria";

  @Override
  public void start(BundleContext context) throws IOException {
    String home = context.getProperty(RuntimeProperties.HOME);
    if (home == null) {
      throw new IllegalStateException(
          "the framework property " + RuntimeProperties.HOME + " is not set");
    }
    Path data = Path.of(home).resolve("data");
    ConfigStore store =
        new ConfigStore(
            EtcFolder.open(Path.of(home).resolve("etc"), System::getenv),
            new LastGood(data.resolve("config").resolve("last-good"), System::getenv));
    store.readAll();
    context.registerService(ConfigStore.class, store, null);
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(PersistenceManager.PROPERTY_NAME, NAME);
    context.registerService(
        PersistenceManager.class,
        new EtcPersistenceManager(store, FactoryPids.open(data)),
        properties);
  }

  @Override
  public void stop(BundleContext context) {
    // The framework withdraws the service; the store holds no thread and no open file.
  }
}
