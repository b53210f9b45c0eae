package dev.talaria.api;

import java.util.Objects;
import java.util.Optional;

/**
 * A request to call a tool. Immutable.
 *
 * @param name of the tool
 * @param argumentsJson the arguments as JSON text; an empty text counts as <code>{}</code>
 * @param callId the caller's own id for this call, if it has one; else the registry makes one
 * @param progress hears of progress, if the caller wants to
 */
public record ToolCall(
    String name,
    String argumentsJson,
    Optional<String> callId,
    Optional<ProgressListener> progress) {
  /** Hears what a running tool says about its progress, on the tool's thread. */
  @FunctionalInterface
  public interface ProgressListener {
    /**
     * Called when the tool reports.
     *
     * @param progress so far; grows
     * @param total at the end, or NaN when unknown
     * @param message for people; may be empty
     */
    void progressed(double progress, double total, String message);
  }

  public ToolCall {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(argumentsJson, "argumentsJson");
    Objects.requireNonNull(callId, "callId");
    Objects.requireNonNull(progress, "progress");
  }

  /** Returns a plain call. */
  public static ToolCall of(String name, String argumentsJson) {
    return new ToolCall(name, argumentsJson, Optional.empty(), Optional.empty());
  }
}
