package dev.talaria.api;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A request to call a tool. Immutable, as long as its arguments are left alone.
 *
 * @param name of the tool
 * @param argumentsJson the arguments as JSON text; an empty text counts as <code>{}</code>; not
 *     looked at when there are {@code arguments}
 * @param arguments the arguments as values, for callers that have no text: maps with texts as keys,
 *     lists, texts, numbers, booleans, null, records; not to be changed until the call is answered
 * @param callId the caller's own id for this call, if it has one; else the registry makes one
 * @param progress hears of progress, if the caller wants to
 * @param onCallerThread see {@link #onCallerThread()}
 */
public record ToolCall(
    String name,
    String argumentsJson,
    Optional<Map<String, Object>> arguments,
    Optional<String> callId,
    Optional<ProgressListener> progress,
    boolean onCallerThread) {
  /** Hears what a running tool says about its progress and its log, on the tool's threads. */
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

    /** Returns whether {@link #logged} wants to hear of what is logged at this level. */
    default boolean hears(System.Logger.Level level) {
      return false;
    }

    /**
     * Called when the tool logs something at a level that this hears.
     *
     * @param level of what is said
     * @param logger named after the owner and the tool
     * @param message as it stands in the log
     */
    default void logged(System.Logger.Level level, String logger, String message) {}
  }

  public ToolCall {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(argumentsJson, "argumentsJson");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(callId, "callId");
    Objects.requireNonNull(progress, "progress");
  }

  /** Creates a call with arguments as JSON text that runs on a thread of the registry. */
  public ToolCall(
      String name,
      String argumentsJson,
      Optional<String> callId,
      Optional<ProgressListener> progress) {
    this(name, argumentsJson, Optional.empty(), callId, progress, false);
  }

  /** Returns a plain call. */
  public static ToolCall of(String name, String argumentsJson) {
    return new ToolCall(name, argumentsJson, Optional.empty(), Optional.empty());
  }

  /** Returns a plain call with arguments as values. */
  public static ToolCall of(String name, Map<String, Object> arguments) {
    return new ToolCall(
        name, "", Optional.of(arguments), Optional.empty(), Optional.empty(), false);
  }

  /** Returns this call with the caller's own id. */
  public ToolCall withCallId(String id) {
    return new ToolCall(name, argumentsJson, arguments, Optional.of(id), progress, onCallerThread);
  }

  /** Returns this call, to be run on the thread of whoever waits for it. */
  public ToolCall runOnCallerThread() {
    return new ToolCall(name, argumentsJson, arguments, callId, progress, true);
  }

  /**
   * Returns whether {@link ToolSession#call} runs the tool, and what that calls in turn, on the
   * thread that waits for the answer. That saves the way to another thread and back. The price: the
   * deadline and a cancellation still interrupt the tool and decide the answer, but a tool that
   * ignores being interrupted holds its caller until it returns. {@link ToolSession#start} never
   * waits and takes no notice.
   */
  @Override
  public boolean onCallerThread() {
    return onCallerThread;
  }
}
