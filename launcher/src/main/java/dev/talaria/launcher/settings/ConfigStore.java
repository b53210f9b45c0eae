package dev.talaria.launcher.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The configurations of a home. For one thread. */
public interface ConfigStore {
  /** Returns all, ordered by PID. */
  List<Configuration> list();

  /** Returns one, if it exists. */
  Optional<Configuration> get(String pid);

  /** Sets and removes keys in one change. */
  void update(String pid, Map<String, List<String>> set, Set<String> unset);

  /** Removes a configuration. */
  void delete(String pid);

  /**
   * Changes the policy, and where a runtime runs, waits until it holds.
   *
   * @param plugin symbolic name of the plugin; null for the global policy
   */
  void updatePolicy(String plugin, Map<String, List<String>> set, Set<String> unset);

  /** Returns the policy in effect. */
  List<PolicyValue> policy();
}
