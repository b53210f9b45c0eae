package dev.talaria.registry.internal.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The operator's decisions as they hold now.
 *
 * @param allowToolOverride whether plugins may override that nothing else is said about
 * @param requiredOwners by tool name
 * @param plugins by symbolic name
 */
public record Policy(
    boolean allowToolOverride,
    Map<String, RequiredOwner> requiredOwners,
    Map<String, PluginPolicy> plugins) {
  public static final String REGISTRY_PID = "dev.talaria.registry";
  public static final String PLUGIN_FACTORY_PID = "dev.talaria.plugin";

  /** Nothing is open. */
  public static final Policy CLOSED = new Policy(false, Map.of(), Map.of());

  /** Whether an override is granted; if not, what to set. */
  public record Grant(boolean granted, String advice) {}

  public Policy {
    requiredOwners = Map.copyOf(requiredOwners);
    plugins = Map.copyOf(plugins);
  }

  public static String pluginPid(String symbolicName) {
    return PLUGIN_FACTORY_PID + "~" + symbolicName;
  }

  public PluginPolicy plugin(String symbolicName) {
    return plugins.getOrDefault(symbolicName, PluginPolicy.UNSAID);
  }

  public Optional<RequiredOwner> requiredOwner(String tool) {
    return Optional.ofNullable(requiredOwners.get(tool));
  }

  /** Decides whether a plugin may override the tool of this name. */
  public Grant mayOverride(String symbolicName, String tool) {
    PluginPolicy plugin = plugin(symbolicName);
    String pid = pluginPid(symbolicName);
    Optional<List<NameGlob>> limits = plugin.overrideTools();
    boolean named = limits.isPresent() && limits.get().stream().anyMatch(g -> g.matches(tool));
    return switch (plugin.overriding()) {
      case DENIED ->
          new Grant(
              false,
              pid
                  + " denies it: set allow_tool_override=true and override_tools="
                  + tool
                  + " there ("
                  + pluginCommand(symbolicName, tool)
                  + ")");
      case ALLOWED ->
          new Grant(
              named,
              named
                  ? ""
                  : "override_tools of "
                      + pid
                      + (limits.isPresent() ? " does not name it" : " is not set")
                      + ": add "
                      + tool
                      + " ("
                      + pluginCommand(symbolicName, tool)
                      + ")");
      case UNSET -> {
        if (allowToolOverride && limits.isPresent() && !named) {
          yield new Grant(
              false, "override_tools of " + pid + " does not name it: add " + tool + " there");
        }
        yield new Grant(
            allowToolOverride,
            allowToolOverride
                ? ""
                : "set allow_tool_override=true in "
                    + REGISTRY_PID
                    + " for all plugins (talaria policy set allow_tool_override=true), or in "
                    + pid
                    + " with override_tools="
                    + tool
                    + " for this one ("
                    + pluginCommand(symbolicName, tool)
                    + ")");
      }
    };
  }

  private static String pluginCommand(String symbolicName, String tool) {
    return "talaria policy set allow_tool_override=true --plugin "
        + symbolicName
        + " --tools "
        + tool;
  }
}
