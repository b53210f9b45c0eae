package dev.talaria.admin;

import java.time.Instant;
import java.util.Objects;

/**
 * Since when a candidate fares as it does.
 *
 * @param generation of the table that showed it first
 * @param at when that table was published
 * @param event what made it so
 * @param detail of the event in a few words; may be empty
 */
public record Since(long generation, Instant at, ToolEvent event, String detail) {
  public Since {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(detail, "detail");
  }
}
