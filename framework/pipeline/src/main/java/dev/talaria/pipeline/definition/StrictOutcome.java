package dev.talaria.pipeline.definition;

import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Whether a schema can be one that a provider holds models to. */
sealed interface StrictOutcome {
  /**
   * It can.
   *
   * @param left keywords that are left to the runtime
   * @param optional how many properties may be absent
   * @param unions how many places take values of several kinds
   */
  record Strict(ObjectNode schema, Set<String> left, int optional, int unions)
      implements StrictOutcome {
    public Strict {
      Objects.requireNonNull(schema, "schema");
      left = Set.copyOf(left);
    }
  }

  /**
   * It cannot.
   *
   * @param reason with the place in the schema
   */
  record NotStrict(String reason) implements StrictOutcome {}
}
