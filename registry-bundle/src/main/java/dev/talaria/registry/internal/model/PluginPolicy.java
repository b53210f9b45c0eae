package dev.talaria.registry.internal.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator decided for one plugin.
 *
 * @param enabled whether its tools may stand at all
 * @param overriding whether it may override
 * @param overrideTools names that it may override; absent: see {@link Overriding}
 * @param grants other doors that are open to it
 */
public record PluginPolicy(
    boolean enabled,
    Overriding overriding,
    Optional<List<NameGlob>> overrideTools,
    Set<String> grants) {
  /** Joining a toolset of the distribution with new names. */
  public static final String GRANT_TOOLSETS = "toolsets";

  /** The grants there are. */
  public static final Set<String> KNOWN_GRANTS =
      Set.of(
          GRANT_TOOLSETS,
          "hooks.observe",
          "hooks.block",
          "hooks.rewrite",
          "hooks.transform",
          "approve",
          "annotations");

  /** What a plugin gets about which nothing was said. */
  public static final PluginPolicy UNSAID =
      new PluginPolicy(true, Overriding.UNSET, Optional.empty(), Set.of());

  /** The values of the plugin's {@code allow_tool_override}. */
  public enum Overriding {
    /** The runtime's value holds, limited by {@code override_tools} if given. */
    UNSET,
    /** Denied: false, or not readable as true. */
    DENIED,
    /** Allowed for the names in {@code override_tools}; absent: for none. */
    ALLOWED
  }

  public PluginPolicy {
    Objects.requireNonNull(overriding, "overriding");
    overrideTools = overrideTools.map(List::copyOf);
    grants = Set.copyOf(grants);
  }
}
