package dev.talaria.admin;

import java.util.Objects;
import java.util.Optional;

/**
 * What kind of consumer a session is for.
 *
 * @param agent an agent's conversation: wrong names of tools are repaired, and the tools that its
 *     loop carries out are listed
 * @param toolSearch whether tools beyond the core may be hidden behind a search
 * @param contextTokens size of the model's context window; 0: unknown
 * @param elicitor asks the person behind the caller; empty: nobody can be asked
 */
public record SessionOptions(
    boolean agent, ToolSearchMode toolSearch, long contextTokens, Optional<Elicitor> elicitor) {
  /** A client of which nothing special is known. */
  public static final SessionOptions PLAIN =
      new SessionOptions(false, ToolSearchMode.OFF, 0, Optional.empty());

  /** When a session shows a search in place of tools. */
  public enum ToolSearchMode {
    /** Never. */
    OFF,
    /** When the definitions would take too large a part of the context window. */
    AUTO,
    /** As soon as there is a tool that can be hidden. */
    ON
  }

  public SessionOptions {
    Objects.requireNonNull(toolSearch, "toolSearch");
    Objects.requireNonNull(elicitor, "elicitor");
    if (contextTokens < 0) {
      throw new IllegalArgumentException("contextTokens must not be negative");
    }
  }

  /** Returns these options with another mode of the search. */
  public SessionOptions searching(ToolSearchMode mode) {
    return new SessionOptions(agent, mode, contextTokens, elicitor);
  }

  /** Returns these options with a way to ask. */
  public SessionOptions askingBy(Elicitor how) {
    return new SessionOptions(agent, toolSearch, contextTokens, Optional.of(how));
  }
}
