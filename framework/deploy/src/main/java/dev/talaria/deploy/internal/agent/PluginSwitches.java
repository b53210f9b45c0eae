package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.SettingsStatus;
import java.io.IOException;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Set;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which plugins the operator switched off. Read from the raw properties, which no configuration
 * plugin touches. Used by the agent's thread only.
 */
public final class PluginSwitches {
  /** The factory PID of what the operator says about single plugins. */
  public static final String FACTORY = "dev.talaria.plugin";

  private static final Logger LOG = LoggerFactory.getLogger(PluginSwitches.class);
  private static final String PREFIX = FACTORY + "~";
  private static final String ENABLED = "enabled";

  private final ConfigurationAdmin configurations;
  private final SettingsStatus status;
  private Set<String> lastGood = Set.of();

  public PluginSwitches(ConfigurationAdmin configurations, SettingsStatus status) {
    this.configurations = configurations;
    this.status = status;
  }

  /** Returns the symbolic names of the plugins that must not run. */
  Set<String> disabled() {
    try {
      Set<String> disabled = new HashSet<>();
      Set<String> known = new HashSet<>();
      Configuration[] found =
          configurations.listConfigurations("(service.factoryPid=" + FACTORY + ")");
      for (Configuration configuration : found == null ? new Configuration[0] : found) {
        String pid = configuration.getPid();
        known.add(pid);
        if (pid.startsWith(PREFIX) && isOff(configuration.getProperties())) {
          disabled.add(pid.substring(PREFIX.length()));
        }
      }
      // A file that cannot be read, with no last good values: nobody knows what it forbids.
      for (String pid : status.unreadable()) {
        if (pid.startsWith(PREFIX) && !known.contains(pid)) {
          disabled.add(pid.substring(PREFIX.length()));
        }
      }
      lastGood = Set.copyOf(disabled);
    } catch (IOException | InvalidSyntaxException e) {
      LOG.error("The configurations of plugins cannot be read; what held before stays", e);
    }
    return lastGood;
  }

  /** Off by anything that is not clearly on; on when nothing is said. */
  private static boolean isOff(Dictionary<String, Object> properties) {
    Object enabled = properties == null ? null : properties.get(ENABLED);
    return enabled != null && !Boolean.TRUE.equals(enabled) && !"true".equals(enabled);
  }
}
