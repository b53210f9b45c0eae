package dev.talaria.api.hook;

import java.util.Objects;

/** What a {@link BlockingHook} decides. */
public sealed interface Decision {
  /** Nothing against it. */
  Decision PROCEED = new Proceed();

  /** Nothing against it. */
  record Proceed() implements Decision {}

  /** The tool does not run; the caller gets the message. */
  record Block(String message) implements Decision {
    public Block {
      Objects.requireNonNull(message, "message");
    }
  }

  /** The person behind the caller is asked; without an answer the tool does not run. */
  record Ask(String question) implements Decision {
    public Ask {
      Objects.requireNonNull(question, "question");
    }
  }

  /**
   * Nobody needs to be asked, whatever other hooks want; for deployed bundles by the grant {@code
   * approve}. Blocks stay blocks.
   */
  record Approve(String reason) implements Decision {
    public Approve {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
