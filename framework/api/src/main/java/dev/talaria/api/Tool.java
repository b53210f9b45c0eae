package dev.talaria.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One function that a model may call. A class that implements this interface, carries {@link
 * ToolSpec} and is a Declarative Services component is a tool; there is nothing else to register.
 *
 * <p>One object serves all callers, on many threads at once. The runtime obtains it at the first
 * call and keeps it until the tool leaves.
 *
 * @param <A> the arguments: a record whose components are the tool's parameters, or {@code
 *     Map<String, Object>} for a tool whose schema is given by hand
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface Tool<A> {
  /**
   * Does the work. The arguments have been coerced and validated against the tool's schema; values
   * that the caller left out have their defaults.
   *
   * <p>The result may be a record, a {@code Map}, {@code List}, {@code String}, number, boolean,
   * {@link Content}, {@link ToolResult} or {@link CallResult}. {@code null} is an error: a tool
   * that has nothing to say says so in words.
   *
   * <p>It may also be a {@link java.util.concurrent.CompletionStage} of one of these. No thread
   * waits for it; the call is under way until it completes. When the call ends before, a future
   * whose class overrides {@code cancel} is cancelled. A plain {@link
   * java.util.concurrent.CompletableFuture}, which cancelling would complete without ending what
   * computes it, is not: end the work by {@link ToolContext#onCancel} and complete it then.
   *
   * @param arguments never null
   * @param context of this call; not to be kept beyond it
   * @return the result, never null
   * @throws ToolException with a message meant for the model
   * @throws Exception anything else; the caller gets its type and message, the log its stack trace
   */
  Object call(A arguments, ToolContext context) throws Exception;
}
