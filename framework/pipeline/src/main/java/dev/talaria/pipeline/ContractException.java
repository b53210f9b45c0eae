package dev.talaria.pipeline;

/** A result breaks the contract between tools and the runtime; the message says how. */
final class ContractException extends Exception {
  private static final long serialVersionUID = 1L;

  ContractException(String message) {
    super(message);
  }
}
