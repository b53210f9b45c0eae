package dev.talaria.registry.internal.hook;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;

/** The kinds of hooks, in the order in which they run. */
public enum HookKind {
  REWRITING(RewritingHook.class, "hooks.rewrite"),
  BLOCKING(BlockingHook.class, "hooks.block"),
  OBSERVING(ObservingHook.class, "hooks.observe"),
  TRANSFORMING(TransformingHook.class, "hooks.transform");

  private final Class<?> type;
  private final String grant;

  HookKind(Class<?> type, String grant) {
    this.type = type;
    this.grant = grant;
  }

  /** Returns the interface of the API. */
  public Class<?> type() {
    return type;
  }

  /** Returns what a plugin's hook of this kind needs. */
  public String grant() {
    return grant;
  }

  /**
   * Returns whether calls must not get past a hook of this kind while it is not there: it can keep
   * something from happening, or from being seen. One that only hears can not.
   */
  public boolean isGuard() {
    return this != OBSERVING;
  }
}
