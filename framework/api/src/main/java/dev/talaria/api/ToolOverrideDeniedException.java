package dev.talaria.api;

/**
 * A registration asked to take the place of another tool without the operator's consent ({@code
 * allow_tool_override}). The message names the tool, its owner and the key to set.
 */
public class ToolOverrideDeniedException extends ToolRejectedException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with the registry's reason. */
  public ToolOverrideDeniedException(String message) {
    super(message);
  }
}
