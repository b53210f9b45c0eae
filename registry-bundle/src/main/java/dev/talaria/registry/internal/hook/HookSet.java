package dev.talaria.registry.internal.hook;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import java.util.List;

/** The hooks that are used at one moment, each kind in the order in which they run. Immutable. */
public record HookSet(
    List<HookHandle<RewritingHook>> rewriting,
    List<HookHandle<BlockingHook>> blocking,
    List<HookHandle<ObservingHook>> observing,
    List<HookHandle<TransformingHook>> transforming) {
  /** No hooks. */
  public static final HookSet NONE = new HookSet(List.of(), List.of(), List.of(), List.of());

  public HookSet {
    rewriting = List.copyOf(rewriting);
    blocking = List.copyOf(blocking);
    observing = List.copyOf(observing);
    transforming = List.copyOf(transforming);
  }

  /** Returns whether there is none. */
  public boolean isEmpty() {
    return rewriting.isEmpty()
        && blocking.isEmpty()
        && observing.isEmpty()
        && transforming.isEmpty();
  }

  /** Returns whether any of them wants calls of this tool. */
  public boolean want(String tool) {
    return this != NONE
        && (want(rewriting, tool)
            || want(blocking, tool)
            || want(observing, tool)
            || want(transforming, tool));
  }

  private static <H> boolean want(List<HookHandle<H>> hooks, String tool) {
    for (HookHandle<H> hook : hooks) {
      if (hook.wants(tool)) {
        return true;
      }
    }
    return false;
  }
}
