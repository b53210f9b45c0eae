package dev.talaria.registry.internal.tool;

/** Where the object of a tool comes from. Both methods may run foreign code. */
public interface ToolSource {
  /**
   * A tool's object.
   *
   * @param tool implements {@code Tool}
   * @param argumentType class of its arguments; {@code null}: to be found on the tool's class
   */
  record Obtained(dev.talaria.api.Tool<?> tool, Class<?> argumentType) {}

  /**
   * Fetches the object, which may create it.
   *
   * @throws ToolUnavailableException if there is none
   */
  Obtained obtain() throws ToolUnavailableException;

  /** Gives back what {@link #obtain} returned; called once after each success. */
  void release();
}
