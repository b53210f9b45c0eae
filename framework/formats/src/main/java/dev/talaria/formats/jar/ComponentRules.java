package dev.talaria.formats.jar;

import java.util.List;
import java.util.Set;

/** A component must not take the configuration of a core component, which may hold secrets. */
final class ComponentRules {
  private final Set<String> corePids;

  ComponentRules(Set<String> corePids) {
    this.corePids = corePids;
  }

  void check(List<ComponentDescription> components, List<Refusal> refusals) {
    for (ComponentDescription component : components) {
      for (String pid : component.configurationPids()) {
        // One instance of a factory configuration can be asked for by its full PID.
        int tilde = pid.indexOf('~');
        String factory = tilde < 0 ? pid : pid.substring(0, tilde);
        if (corePids.contains(pid) || corePids.contains(factory)) {
          refusals.add(
              new Refusal(
                  "its component "
                      + component.name()
                      + " asks for the configuration "
                      + pid
                      + " of a core bundle",
                  "Use a configuration-pid that begins with your bundle's symbolic name."));
        }
      }
    }
  }
}
