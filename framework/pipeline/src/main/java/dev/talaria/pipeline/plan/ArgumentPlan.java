package dev.talaria.pipeline.plan;

import dev.talaria.pipeline.schema.LocalReferences;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The plan of one tool's arguments. Immutable and thread-safe; it never changes what it is given.
 */
public final class ArgumentPlan {
  private final Plan plan;

  private ArgumentPlan(Plan plan) {
    this.plan = plan;
  }

  /**
   * Compiles a schema that the validator has taken.
   *
   * @param patterns makes a test of a regular expression; has to be that of the validator
   */
  public static ArgumentPlan compile(
      JsonNode document, LocalReferences references, Function<String, Predicate<String>> patterns) {
    return new ArgumentPlan(new PlanCompiler(references, patterns).compile(document));
  }

  /**
   * Returns the arguments when they are certainly right, the same object unless defaults had to be
   * filled in. Empty says nothing about them.
   */
  public Optional<ObjectNode> accept(ObjectNode arguments) {
    return Optional.ofNullable((ObjectNode) plan.accept(arguments, 0));
  }
}
