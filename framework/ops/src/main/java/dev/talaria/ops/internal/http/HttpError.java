package dev.talaria.ops.internal.http;

/**
 * A request that is answered with an error. The message is a sentence for the reader and holds
 * nothing secret.
 */
public final class HttpError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public HttpError(int status, String message) {
    // It is an answer, not a fault: where it was thrown is of no interest.
    super(message, null, false, false);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
