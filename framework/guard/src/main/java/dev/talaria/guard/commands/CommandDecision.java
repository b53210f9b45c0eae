package dev.talaria.guard.commands;

/** The answer of a {@link CommandPolicy}. */
public sealed interface CommandDecision {
  /** Nothing stands against the command. */
  record Allowed() implements CommandDecision {}

  /**
   * The command must not run.
   *
   * @param understood false: it was refused because it could not be read
   * @param reason one sentence for the caller
   */
  record Refused(boolean understood, String reason) implements CommandDecision {}
}
