package dev.talaria.registry.internal.model;

import java.util.Objects;
import java.util.Optional;

/**
 * What is recorded of an owner.
 *
 * @param order among the owners of its origin; ties are decided by name
 * @param promoted the deployment whose candidates count
 */
public record OwnerState(long order, Optional<String> promoted) {
  public OwnerState {
    Objects.requireNonNull(promoted, "promoted");
  }
}
