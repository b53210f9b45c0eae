package dev.talaria.pipeline;

import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** What came of a call's arguments. */
public sealed interface ArgumentOutcome {
  /** They fit; coerced, with defaults filled in. The node belongs to the caller. */
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
