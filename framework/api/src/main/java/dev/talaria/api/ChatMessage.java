package dev.talaria.api;

import java.util.Objects;

/** One message of a conversation with a model. Immutable. */
public record ChatMessage(Role role, Content content) {
  /** Who speaks. */
  public enum Role {
    /** The person. */
    USER,
    /** The model. */
    ASSISTANT
  }

  public ChatMessage {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(content, "content");
  }

  /** Returns a text that the person says. */
  public static ChatMessage user(String text) {
    return new ChatMessage(Role.USER, new Content.Text(text));
  }
}
