package dev.talaria.admin;

import java.util.List;
import java.util.Optional;

/**
 * The fold over the candidates of one name, step by step.
 *
 * @param name of the tool
 * @param reservedBy the core bundle that declares the name, if one does
 * @param requiredOwner the owner that the policy requires, if it does
 * @param steps the candidates in the order of their owners
 * @param verdict one sentence: who stands, or why nobody does
 * @param recent what happened to the name lately, newest first; bounded
 */
public record Explanation(
    String name,
    Optional<String> reservedBy,
    Optional<String> requiredOwner,
    List<ToolRow> steps,
    String verdict,
    List<NameChange> recent) {
  public Explanation {
    steps = List.copyOf(steps);
    recent = List.copyOf(recent);
  }

  /** Creates an explanation without a history. */
  public Explanation(
      String name,
      Optional<String> reservedBy,
      Optional<String> requiredOwner,
      List<ToolRow> steps,
      String verdict) {
    this(name, reservedBy, requiredOwner, steps, verdict, List.of());
  }
}
