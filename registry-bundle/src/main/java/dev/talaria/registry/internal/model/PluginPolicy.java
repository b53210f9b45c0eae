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
 * @param maxConcurrentCalls how many calls of its tools may run at once; 0: any number
 */
public record PluginPolicy(
    boolean enabled,
    Overriding overriding,
    Optional<List<NameGlob>> overrideTools,
    Set<String> grants,
    int maxConcurrentCalls) {
  /** Joining a toolset of the distribution with new names. */
  public static final String GRANT_TOOLSETS = "toolsets";

  /** Deciding that nobody needs to be asked about a call. */
  public static final String GRANT_APPROVE = "approve";

  /** Being believed in what its tools say about their effects. */
  public static final String GRANT_ANNOTATIONS = "annotations";

  /** The grants there are. */
  public static final Set<String> KNOWN_GRANTS =
      Set.of(
          GRANT_TOOLSETS,
          "hooks.observe",
          "hooks.block",
          "hooks.rewrite",
          "hooks.transform",
          GRANT_APPROVE,
          GRANT_ANNOTATIONS);

  /** The grants of hooks that keep something from running or from being seen. */
  public static final Set<String> GUARD_GRANTS =
      Set.of("hooks.block", "hooks.rewrite", "hooks.transform");

  /** What a plugin gets about which nothing was said. */
  public static final PluginPolicy UNSAID =
      new PluginPolicy(true, Overriding.UNSET, Optional.empty(), Set.of());

  /** Decides for a plugin whose calls are not limited. */
  public PluginPolicy(
      boolean enabled,
      Overriding overriding,
      Optional<List<NameGlob>> overrideTools,
      Set<String> grants) {
    this(enabled, overriding, overrideTools, grants, 0);
  }

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
