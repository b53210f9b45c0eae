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
 */
public record Explanation(
    String name,
    Optional<String> reservedBy,
    Optional<String> requiredOwner,
    List<ToolRow> steps,
    String verdict) {
  public Explanation {
    steps = List.copyOf(steps);
  }
}
