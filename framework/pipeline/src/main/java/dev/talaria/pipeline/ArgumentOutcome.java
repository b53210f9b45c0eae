package dev.talaria.pipeline;

import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** What came of a call's arguments. */
public sealed interface ArgumentOutcome {
  /**
   * They fit; coerced, with defaults filled in. Parts of the node, or all of it, may be what was
   * given: whoever wants to change it copies it first.
   */
  record Accepted(ObjectNode arguments) implements ArgumentOutcome {
    public Accepted {
      Objects.requireNonNull(arguments, "arguments");
    }
  }

  /** They do not fit; the message tells a model what to change. */
  record Rejected(String message) implements ArgumentOutcome {
    public Rejected {
      Objects.requireNonNull(message, "message");
    }
  }
}
