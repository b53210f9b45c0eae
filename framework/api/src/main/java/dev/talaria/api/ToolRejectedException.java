package dev.talaria.api;

/** A registration was refused; nothing was kept. The message says why and what to do. */
public class ToolRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with the registry's reason. */
  public ToolRejectedException(String message) {
    super(message);
  }
}
