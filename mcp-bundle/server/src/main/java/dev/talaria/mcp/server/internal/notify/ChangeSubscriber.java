package dev.talaria.mcp.server.internal.notify;

/** Is told when its tools have changed; must not wait. */
@FunctionalInterface
public interface ChangeSubscriber {
  /** The list may be another one now. */
  void toolsChanged();
}
