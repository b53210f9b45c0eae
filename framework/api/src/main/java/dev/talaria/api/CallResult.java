package dev.talaria.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer to one call, after the whole pipeline. Every call has exactly one. A failed call's
 * content is one text that holds the envelope {@code {"error": "..."}}. Immutable.
 *
 * @param content the pieces, in order; unmodifiable
 * @param structuredJson the structured value as JSON text, if there is one
 * @param failure why the call failed; empty when it did not
 */
public record CallResult(
    List<Content> content, Optional<String> structuredJson, Optional<Failure> failure) {

  /** Why a call failed. */
  public enum Failure {
    /** The session has no tool of that name. */
    UNKNOWN_TOOL,
    /** The arguments are no JSON object or do not fit the schema; the tool did not run. */
    INVALID_ARGUMENTS,
    /** The tool is listed but cannot run now. */
    UNAVAILABLE,
    /** A policy, an approval or a hook said no; the tool did not run. */
    BLOCKED,
    /** The tool ran and said or threw that it failed. */
    TOOL_ERROR,
    /** The tool answered with something that is no result. */
    RESULT_CONTRACT,
    /** The deadline passed. */
    TIMEOUT,
    /** The caller cancelled. */
    CANCELLED,
    /** The tool was taken away or the runtime is ending. */
    WITHDRAWN
  }

  public CallResult {
    content = List.copyOf(content);
    Objects.requireNonNull(structuredJson, "structuredJson");
    Objects.requireNonNull(failure, "failure");
  }

  /** Returns whether the call failed. */
  public boolean isFailure() {
    return failure.isPresent();
  }

  /** Returns the text pieces, joined by line ends; empty when there is none. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Content piece : content) {
      if (piece instanceof Content.Text t) {
        text.append(text.length() == 0 ? "" : "\n").append(t.text());
      }
    }
    return text.toString();
  }
}
