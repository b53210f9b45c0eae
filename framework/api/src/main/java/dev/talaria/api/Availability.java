package dev.talaria.api;

import java.util.Objects;

/**
 * What a probe found out.
 *
 * @param available whether the tools that depend on the probe can work now
 * @param toDo when they cannot: what is missing and what to do about it, for the operator; else
 *     empty
 */
public record Availability(boolean available, String toDo) {
  /** Everything is there. */
  public static final Availability AVAILABLE = new Availability(true, "");

  public Availability {
    Objects.requireNonNull(toDo, "toDo");
  }

  /**
   * Returns the verdict that something is missing.
   *
   * @param toDo what is missing and what to do about it, such as "no login: run 'gh auth login'"
   */
  public static Availability unavailable(String toDo) {
    return new Availability(false, toDo);
  }
}
