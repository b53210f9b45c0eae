package dev.talaria.benchmarks.runner.errors;

/** A measurement that came to nothing; the message says what happened and is all that is shown. */
public final class BenchmarkException extends Exception {
  private static final long serialVersionUID = 1;

  public BenchmarkException(String message) {
    super(message);
  }

  public BenchmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
