package dev.talaria.api;

/** How a candidate for a tool name stands. */
public enum ToolState {
  /** Stands for its name and can be called. */
  ACTIVE,
  /** Stands for its name but cannot be called now. */
  UNAVAILABLE,
  /** Stands for its name while its service is being replaced; calls wait. */
  SUSPENDED,
  /** Another candidate was granted to override it. */
  SHADOWED,
  /** May not stand; the reason is in its explanation. */
  REFUSED,
  /** Belongs to a deployment that has not been promoted yet. */
  STAGED
}
