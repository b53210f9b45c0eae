package dev.talaria.registry.internal.resolution;

import dev.talaria.api.ToolState;
import java.util.List;
import java.util.Optional;

/**
 * What came out for one name.
 *
 * @param steps every contender and candidate, in the order of the fold
 * @param layers who stands, and below it those it overrides; empty: nobody stands
 * @param toolset that the standing one is listed in
 * @param state of the standing one: ACTIVE, SUSPENDED or UNAVAILABLE
 * @param reason why it is not ACTIVE, or an empty text
 * @param verdict in one sentence
 */
public record Resolution(
    String name,
    List<Step> steps,
    List<Contender> layers,
    String toolset,
    ToolState state,
    String reason,
    String verdict) {
  public Resolution {
    steps = List.copyOf(steps);
    layers = List.copyOf(layers);
  }

  /** Returns who stands. */
  public Optional<Contender> top() {
    return layers.isEmpty() ? Optional.empty() : Optional.of(layers.get(0));
  }

  /** Returns whether nobody is there at all, so that the name can be forgotten. */
  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /** Returns whether the tool may be listed and called. */
  public boolean isCallable() {
    return !layers.isEmpty() && state != ToolState.UNAVAILABLE;
  }
}
