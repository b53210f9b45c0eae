package dev.talaria.launcher.errors;

/**
 * What was asked for is refused or failed. The message is one line for the reader that says what to
 * do; the command prints it and ends with exit code 1.
 */
public final class RefusedException extends RuntimeException {
  public RefusedException(String message) {
    super(message);
  }

  public RefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
