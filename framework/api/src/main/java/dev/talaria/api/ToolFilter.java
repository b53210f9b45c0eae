package dev.talaria.api;

import java.util.Optional;
import java.util.Set;

/**
 * Which tools a session has, by the names of toolsets. A name may be that of a tool's toolset, of a
 * toolset composed by configuration, of an MCP server, or {@code all} (also {@code *}). What is
 * disabled is always taken away last. The tools behind a name are looked up at each change, never
 * once and for all.
 *
 * @param enabled names to have; empty optional: everything; empty set: nothing
 * @param disabled names to take away
 */
public record ToolFilter(Optional<Set<String>> enabled, Set<String> disabled) {
  /** Everything. */
  public static final ToolFilter ALL = new ToolFilter(Optional.empty(), Set.of());

  public ToolFilter {
    enabled = enabled.map(Set::copyOf);
    disabled = Set.copyOf(disabled);
  }

  /** Returns the filter for these toolsets and nothing else. */
  public static ToolFilter only(Set<String> toolsets) {
    return new ToolFilter(Optional.of(toolsets), Set.of());
  }

  /** Returns the filter for these toolsets, as users name them: no name at all means everything. */
  public static ToolFilter named(Set<String> toolsets) {
    return toolsets.isEmpty() ? ALL : only(toolsets);
  }

  /** Returns this filter without these toolsets. */
  public ToolFilter without(Set<String> toolsets) {
    Set<String> all = new java.util.HashSet<>(disabled);
    all.addAll(toolsets);
    return new ToolFilter(enabled, all);
  }
}
