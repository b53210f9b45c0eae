package dev.talaria.registry.internal.osgi;

import java.io.IOException;
import java.util.function.Consumer;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the configuration that a component was made by is still there: without it the
 * component is gone because the operator wants it to be. Thread-safe.
 */
final class DeletedConfigurations implements ConfigurationListener {
  private static final Logger LOG = LoggerFactory.getLogger(DeletedConfigurations.class);

  private final ConfigurationAdmin configurations;
  private final Consumer<String> gone;

  /**
   * Creates the watch.
   *
   * @param gone told the PID of each configuration that is deleted
   */
  DeletedConfigurations(ConfigurationAdmin configurations, Consumer<String> gone) {
    this.configurations = configurations;
    this.gone = gone;
  }

  /** Returns the PID of the one configuration of a component; empty: none, or several. */
  static String pid(ServiceReference<?> reference) {
    return reference.getProperty(Constants.SERVICE_PID) instanceof String pid ? pid : "";
  }

  /** Returns the PID of the factory configuration that a component was made by; empty: of none. */
  static String factoryInstance(ServiceReference<?> reference) {
    return reference.getProperty(ConfigurationAdmin.SERVICE_FACTORYPID) == null
        ? ""
        : pid(reference);
  }

  /** Returns whether the configuration of a component was deleted. */
  boolean test(ServiceReference<?> reference) {
    String pid = pid(reference);
    if (pid.isEmpty()) {
      return false;
    }
    try {
      return configurations.listConfigurations(
              "(" + Constants.SERVICE_PID + "=" + escaped(pid) + ")")
          == null;
    } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
      LOG.debug("Config Admin does not say whether {} is there", pid, e);
      return false;
    }
  }

  private static String escaped(String pid) {
    return pid.replaceAll("([\\\\*()])", "\\\\$1");
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (event.getType() == ConfigurationEvent.CM_DELETED) {
      gone.accept(event.getPid());
    }
  }
}
