package dev.talaria.registry.internal.toolset;

import java.util.Optional;
import java.util.Set;

/**
 * The operator's filter over all sessions. An entry is the name of a toolset, of a tool, or {@code
 * server:tool}. What is disabled is taken away last.
 *
 * @param enabled what there is; empty optional: everything
 * @param disabled what there is not
 */
public record OperatorFilter(Optional<Set<String>> enabled, Set<String> disabled) {
  /** Nothing is said. */
  public static final OperatorFilter NONE = new OperatorFilter(Optional.empty(), Set.of());

  public OperatorFilter {
    enabled = enabled.map(Set::copyOf);
    disabled = Set.copyOf(disabled);
  }
}
