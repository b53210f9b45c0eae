package dev.talaria.launcher.settings;

/** The PIDs that hold the policy, and their keys. */
public final class PolicyPids {
  public static final String REGISTRY = "dev.talaria.registry";
  public static final String PLUGIN_FACTORY = "dev.talaria.plugin";
  public static final String ALLOW_OVERRIDE = "allow_tool_override";
  public static final String OVERRIDE_TOOLS = "override_tools";
  public static final String REQUIRED_OWNER = "required_owner";
  public static final String GRANTS = "grants";

  private PolicyPids() {}

  /**
   * Returns the PID of the policy.
   *
   * @param plugin symbolic name; null for the global policy
   */
  public static String of(String plugin) {
    return plugin == null ? REGISTRY : PLUGIN_FACTORY + "~" + plugin;
  }
}
