package dev.talaria.api;

import java.util.List;
import java.util.Objects;

/**
 * Something that a caller's client can be asked for in the middle of a call. What comes back is an
 * {@link ToolContext.Elicitation}; a client that does not know such a request answers {@code
 * UNAVAILABLE}. After MCP 2026-07-28, "Elicitation", "Sampling" and "Roots". Immutable.
 */
public sealed interface InputRequest {
  /**
   * A form for the person. The answer's content are the values filled in.
   *
   * @param message in plain words
   * @param schemaJson JSON Schema of a flat object; empty for a yes or no
   */
  record Form(String message, String schemaJson) implements InputRequest {
    public Form {
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(schemaJson, "schemaJson");
    }
  }

  /**
   * A page that the person is to open: for what must not pass through the client, such as a
   * password. Accepted means that the person agreed to open it, no more.
   *
   * @param message why
   * @param url of the page
   */
  record Visit(String message, String url) implements InputRequest {
    public Visit {
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(url, "url");
    }
  }

  /**
   * An answer of the client's model. The answer's content is the client's result: {@code role},
   * {@code content}, {@code model}, {@code stopReason}.
   *
   * @param messages the conversation so far; at least one
   * @param systemPrompt may be empty
   * @param maxTokens of the answer
   */
  record Sampling(List<ChatMessage> messages, String systemPrompt, int maxTokens)
      implements InputRequest {
    public Sampling {
      messages = List.copyOf(messages);
      Objects.requireNonNull(systemPrompt, "systemPrompt");
      if (messages.isEmpty() || maxTokens < 1) {
        throw new IllegalArgumentException("sampling wants a message and a token at least");
      }
    }
  }

  /** The folders that the client works in. The answer's content has them as {@code roots}. */
  record Roots() implements InputRequest {}
}
