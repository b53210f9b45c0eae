package dev.talaria.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a tool returns when a plain value is not enough: several pieces of content, a structured
 * value beside them, or a failure that the model should see. Immutable.
 */
public final class ToolResult {
  private final List<Content> content;
  private final Object structured;
  private final boolean error;

  private ToolResult(List<Content> content, Object structured, boolean error) {
    this.content = List.copyOf(content);
    this.structured = structured;
    this.error = error;
  }

  /** Returns a result of one text. */
  public static ToolResult text(String text) {
    return new ToolResult(List.of(new Content.Text(text)), null, false);
  }

  /** Returns a result of these pieces, in this order; at least one. */
  public static ToolResult of(Content first, Content... more) {
    List<Content> all = new ArrayList<>(more.length + 1);
    all.add(Objects.requireNonNull(first, "first"));
    all.addAll(List.of(more));
    return new ToolResult(all, null, false);
  }

  /**
   * Returns a result of a structured value; callers that want text get it as JSON.
   *
   * @param value a record, map, list, string, number or boolean
   */
  public static ToolResult structured(Object value) {
    return new ToolResult(List.of(), Objects.requireNonNull(value, "value"), false);
  }

  /** Returns a failure with this message for the model. */
  public static ToolResult failure(String message) {
    return new ToolResult(List.of(new Content.Text(message)), null, true);
  }

  /** Returns this result with a structured value beside its content. */
  public ToolResult withStructured(Object value) {
    return new ToolResult(content, Objects.requireNonNull(value, "value"), error);
  }

  /** Returns this result marked as a failure. */
  public ToolResult asFailure() {
    return new ToolResult(content, structured, true);
  }

  /** Returns the pieces, in order; unmodifiable. */
  public List<Content> content() {
    return content;
  }

  /** Returns the structured value, if there is one. */
  public Optional<Object> structured() {
    return Optional.ofNullable(structured);
  }

  /** Returns whether the tool failed. */
  public boolean isFailure() {
    return error;
  }
}
