package dev.talaria.registry.internal.history;

import dev.talaria.admin.Since;
import java.time.Instant;
import java.util.Objects;

/**
 * A table's publication.
 *
 * @param generation of the table
 * @param at when it is published
 */
public record Moment(long generation, Instant at) {
  public Moment {
    Objects.requireNonNull(at, "at");
  }

  Since since(Occasion occasion) {
    return new Since(generation, at, occasion.event(), occasion.detail());
  }
}
