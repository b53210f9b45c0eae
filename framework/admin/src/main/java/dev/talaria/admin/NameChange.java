package dev.talaria.admin;

import java.util.Objects;

/**
 * Something that happened to a tool name.
 *
 * @param since when, and by which event
 * @param what became of it, in a sentence
 */
public record NameChange(Since since, String what) {
  public NameChange {
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(what, "what");
  }
}
