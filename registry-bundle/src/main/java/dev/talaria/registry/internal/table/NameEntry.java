package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.tool.Binding;
import java.util.List;
import java.util.Optional;

/** What one table says about one name. Immutable. */
public final class NameEntry {
  private final Resolution resolution;
  private final ToolInfo standing;
  private final Binding binding;

  NameEntry(Resolution resolution) {
    this.resolution = resolution;
    this.standing =
        resolution
            .top()
            .<ToolInfo>map(
                top ->
                    resolution.steps().stream()
                        .filter(step -> step.contender() == top)
                        .findFirst()
                        .map(StandardToolInfo::of)
                        .orElseThrow())
            .orElse(null);
    this.binding = resolution.top().flatMap(NameEntry::bindingOf).orElse(null);
  }

  public Resolution resolution() {
    return resolution;
  }

  /** Returns whether it may be listed and called. */
  public boolean isCallable() {
    return resolution.isCallable();
  }

  /** Returns the standing tool; null: nobody stands. */
  public ToolInfo standing() {
    return standing;
  }

  /** Returns the way to the standing tool; null: there is none. */
  public Binding binding() {
    return binding;
  }

  /** Returns the contender directly below the one with this binding. */
  public Optional<Contender> below(Binding above) {
    List<Contender> layers = resolution.layers();
    for (int i = 0; i + 1 < layers.size(); i++) {
      if (bindingOf(layers.get(i)).filter(found -> found == above).isPresent()) {
        return Optional.of(layers.get(i + 1));
      }
    }
    return Optional.empty();
  }

  public static Optional<Binding> bindingOf(Contender contender) {
    return contender.candidate().map(Candidate::binding);
  }
}
