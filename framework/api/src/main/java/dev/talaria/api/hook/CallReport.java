package dev.talaria.api.hook;

import dev.talaria.api.CallResult;
import java.time.Duration;
import java.util.Objects;

/**
 * How a call ended.
 *
 * @param status in one word
 * @param duration from the moment the tool was entered; zero if it was not
 * @param result as the tool gave it, shaped, before transforming hooks
 */
public record CallReport(Status status, Duration duration, CallResult result) {
  /** How a call ended. */
  public enum Status {
    /** The tool answered. */
    OK,
    /** The tool failed, or could not be run. */
    ERROR,
    /** A hook or a person said no. */
    BLOCKED,
    /** The caller cancelled. */
    CANCELLED,
    /** The deadline passed. */
    TIMEOUT
  }

  public CallReport {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(result, "result");
  }
}
