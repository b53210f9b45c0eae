package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Edits the operator's filter over all sessions. Entries that are not named stay as they are, also
 * those that mean nothing now.
 */
final class ToolSwitch {
  static final String PID = "dev.talaria.toolsets";
  static final String ENABLED = "enabled";
  static final String DISABLED = "disabled";

  private final ConfigStore settings;
  private final Optional<List<String>> enabled;
  private final List<String> disabled;

  /** The filter as it is written now; enabled is empty where everything is. */
  record Written(Optional<List<String>> enabled, List<String> disabled) {}

  /** Reads the filter as it is written. */
  ToolSwitch(ConfigStore settings) {
    this.settings = settings;
    Optional<Configuration> written = settings.get(PID);
    written
        .filter(configuration -> configuration.values().isEmpty())
        .map(Configuration::problems)
        .filter(problems -> !problems.isEmpty())
        .ifPresent(
            problems -> {
              // What is not known cannot be kept.
              throw new RefusedException(problems.get(0));
            });
    Map<String, List<String>> values = written.map(Configuration::values).orElse(Map.of());
    this.enabled = Optional.ofNullable(values.get(ENABLED)).map(ToolSwitch::entries);
    this.disabled = entries(values.getOrDefault(DISABLED, List.of()));
  }

  private static List<String> entries(List<String> written) {
    return written.stream().map(String::strip).filter(entry -> !entry.isEmpty()).toList();
  }

  /** Refuses names that mean nothing, with those that they may be meant for. */
  void require(List<String> names, Optional<RuntimeClient> runtime) {
    if (runtime.isEmpty()) {
      // Only a runtime knows what there is; it warns of the others when it reads them.
      return;
    }
    KnownNames known = KnownNames.of(runtime.get());
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      if (!known.has(name) && !disabled.contains(name) && !isEnabled(name)) {
        List<String> near = known.near(name);
        problems.add(
            "there is no toolset, tool or SERVER:TOOL '"
                + name
                + "'"
                + (near.isEmpty() ? "" : "; there is " + String.join(", ", near)));
      }
    }
    if (!problems.isEmpty()) {
      throw new RefusedException(String.join("; ", problems) + "; nothing was changed");
    }
  }

  private boolean isEnabled(String name) {
    return enabled.filter(entries -> entries.contains(name)).isPresent();
  }

  /** Takes names out of what is disabled and, if only some are enabled, adds them there. */
  Written enable(List<String> names) {
    Set<String> off = new LinkedHashSet<>(disabled);
    off.removeAll(names);
    return write(enabled.map(entries -> with(entries, names)), List.copyOf(off));
  }

  /** Adds names to what is disabled, which goes before what is enabled. */
  Written disable(List<String> names) {
    return write(enabled, with(disabled, names));
  }

  private static List<String> with(List<String> entries, List<String> names) {
    Set<String> all = new LinkedHashSet<>(entries);
    all.addAll(names);
    return List.copyOf(all);
  }

  private Written write(Optional<List<String>> newEnabled, List<String> newDisabled) {
    Map<String, List<String>> set = new LinkedHashMap<>();
    Set<String> unset = new LinkedHashSet<>();
    newEnabled.filter(entries -> !newEnabled.equals(enabled)).ifPresent(e -> set.put(ENABLED, e));
    if (!newDisabled.equals(disabled)) {
      if (newDisabled.isEmpty()) {
        unset.add(DISABLED);
      } else {
        set.put(DISABLED, newDisabled);
      }
    }
    if (!set.isEmpty() || !unset.isEmpty()) {
      settings.update(PID, set, unset);
    }
    return new Written(newEnabled, newDisabled);
  }
}
