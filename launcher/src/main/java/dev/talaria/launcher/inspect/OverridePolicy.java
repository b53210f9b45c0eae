package dev.talaria.launcher.inspect;

import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import dev.talaria.launcher.settings.PolicyPids;
import dev.talaria.launcher.settings.PolicyValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the policy of a home says to a plugin. For one thread. */
public final class OverridePolicy {
  private static final String TRUE = "true";

  private final ConfigStore settings;

  public OverridePolicy(ConfigStore settings) {
    this.settings = settings;
  }

  /** Says what becomes of a tool that has the name of a core bundle's. */
  String outcome(String plugin, String tool, boolean override, String owner) {
    String reserved = "the name is reserved by " + owner;
    if (!override) {
      return "would be refused: " + reserved + " and it does not ask to override";
    }
    return isAllowed(plugin, tool)
        ? "would stand on top of " + owner + "'s: the policy allows it"
        : "would be refused: "
            + reserved
            + ", and the policy does not let it override; `talaria policy set"
            + " allow_tool_override=true --plugin "
            + plugin
            + " --tools "
            + tool
            + "` does";
  }

  private boolean isAllowed(String plugin, String tool) {
    Optional<String> own = effective(PolicyPids.of(plugin));
    List<String> globs = values(plugin).get(PolicyPids.OVERRIDE_TOOLS);
    boolean named = globs != null && globs.stream().anyMatch(glob -> matches(glob, tool));
    if (own.isPresent()) {
      return own.get().equals(TRUE) && named;
    }
    return effective(PolicyPids.REGISTRY).filter(TRUE::equals).isPresent()
        && (globs == null || named);
  }

  private Optional<String> effective(String pid) {
    return settings.policy().stream()
        .filter(value -> value.pid().equals(pid))
        .filter(value -> value.key().equals(PolicyPids.ALLOW_OVERRIDE))
        .map(PolicyValue::effective)
        .findFirst();
  }

  boolean isGranted(String plugin, String grant) {
    return values(plugin).getOrDefault(PolicyPids.GRANTS, List.of()).contains(grant);
  }

  private Map<String, List<String>> values(String plugin) {
    return settings.get(PolicyPids.of(plugin)).map(Configuration::values).orElse(Map.of());
  }

  private static boolean matches(String glob, String name) {
    StringBuilder regex = new StringBuilder();
    for (String part : glob.strip().split("((?<=[*?])|(?=[*?]))")) {
      regex.append(part.equals("*") ? ".*" : part.equals("?") ? "." : Pattern.quote(part));
    }
    return Pattern.matches(regex.toString(), name);
  }
}
