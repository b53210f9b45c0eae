package dev.talaria.registry.internal.toolset;

import java.util.Optional;
import java.util.Set;

/**
 * The operator's filter over all sessions. An entry is the name of a toolset, of a tool, or {@code
 * server:tool}. What is disabled is taken away last.
 *
 * @param enabled what there is; empty optional: everything
 * @param disabled what there is not
 * @param closedBy why no tool is offered at all, as a sentence without its full stop: nobody knows
 *     what the operator said; empty: it is known
 */
public record OperatorFilter(
    Optional<Set<String>> enabled, Set<String> disabled, Optional<String> closedBy) {
  /** Nothing is said. */
  public static final OperatorFilter NONE = new OperatorFilter(Optional.empty(), Set.of());

  public OperatorFilter {
    enabled = enabled.map(Set::copyOf);
    disabled = Set.copyOf(disabled);
  }

  /** Creates a filter that is known. */
  public OperatorFilter(Optional<Set<String>> enabled, Set<String> disabled) {
    this(enabled, disabled, Optional.empty());
  }

  /** Returns a filter that lets nothing through. */
  public static OperatorFilter closed(String why) {
    return new OperatorFilter(Optional.empty(), Set.of(), Optional.of(why));
  }
}
