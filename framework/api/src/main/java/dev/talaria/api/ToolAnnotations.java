package dev.talaria.api;

/**
 * What a tool says about its effects. Hints for people and for approval: for plugins' and MCP
 * servers' tools the runtime believes them only with the operator's grant.
 *
 * @param readOnly changes nothing
 * @param destructive may destroy something
 * @param idempotent a second call with the same arguments changes nothing more
 * @param openWorld reaches out of the runtime's machine
 */
public record ToolAnnotations(
    boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
  /** What the Model Context Protocol assumes of a tool that says nothing. */
  public static final ToolAnnotations DEFAULT = new ToolAnnotations(false, true, false, true);
}
