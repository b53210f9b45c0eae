package dev.talaria.registry.internal.model;

import java.util.Objects;

/**
 * Why nothing of an owner can be called, though it offers what it offered.
 *
 * @param reason in a sentence
 * @param waiting whether calls wait for its end, as for a service that is being replaced
 */
public record Outage(String reason, boolean waiting) {
  public Outage {
    Objects.requireNonNull(reason, "reason");
  }
}
