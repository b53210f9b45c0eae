package dev.talaria.ops.internal.clients;

/** A folder cannot be a workspace; the message says which and why. */
public final class InvalidWorkspaceException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidWorkspaceException(String message) {
    super(message);
  }
}
