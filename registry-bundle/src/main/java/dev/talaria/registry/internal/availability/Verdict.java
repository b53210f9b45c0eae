package dev.talaria.registry.internal.availability;

import java.util.Objects;

/**
 * Whether tools can work.
 *
 * @param reason why not and what to do about it; empty when they can
 */
public record Verdict(State state, String reason) implements Finding {
  /** The verdicts there are. */
  public enum State {
    /** The first probe has not answered yet: not listed, and not known to fail either. */
    UNKNOWN,
    /** They can. */
    AVAILABLE,
    /** They cannot. */
    UNAVAILABLE
  }

  /** They can. */
  public static final Verdict AVAILABLE = new Verdict(State.AVAILABLE, "");

  public Verdict {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(reason, "reason");
  }

  /** Returns the verdict before the first answer. */
  public static Verdict unknown(String probe) {
    return new Verdict(State.UNKNOWN, "its probe " + probe + " has not answered yet");
  }

  /** Returns the verdict that they cannot work. */
  public static Verdict unavailable(String reason) {
    return new Verdict(State.UNAVAILABLE, reason);
  }

  public boolean isAvailable() {
    return state == State.AVAILABLE;
  }
}
