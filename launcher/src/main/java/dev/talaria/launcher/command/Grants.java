package dev.talaria.launcher.command;

import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import dev.talaria.launcher.settings.PolicyPids;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The rights that an operator can give to a plugin. */
final class Grants {
  static final List<String> ALL =
      List.of(
          "toolsets",
          "hooks.observe",
          "hooks.block",
          "hooks.rewrite",
          "hooks.transform",
          "approve",
          "annotations");

  private Grants() {}

  /** Changes the grants of a plugin and returns those that it has then. */
  static Set<String> change(ConfigStore settings, String plugin, Consumer<Set<String>> change) {
    Set<String> grants =
        new LinkedHashSet<>(
            settings
                .get(PolicyPids.of(plugin))
                .map(Configuration::values)
                .orElse(Map.of())
                .getOrDefault(PolicyPids.GRANTS, List.of()));
    grants.removeIf(String::isBlank);
    change.accept(grants);
    if (grants.isEmpty()) {
      settings.updatePolicy(plugin, Map.of(), Set.of(PolicyPids.GRANTS));
    } else {
      settings.updatePolicy(plugin, Map.of(PolicyPids.GRANTS, List.copyOf(grants)), Set.of());
    }
    return grants;
  }
}
