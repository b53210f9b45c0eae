package dev.talaria.registry.internal.hook;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The hooks that are used at one moment, each kind in the order in which they run, and those that
 * are missing. Immutable; what a set holds never changes, only whether it is the last one.
 *
 * @param absent guards that are to see calls and are not there
 * @param replaced completes when another set has taken the place of this one
 */
public record HookSet(
    List<HookHandle<RewritingHook>> rewriting,
    List<HookHandle<BlockingHook>> blocking,
    List<HookHandle<ObservingHook>> observing,
    List<HookHandle<TransformingHook>> transforming,
    List<AbsentHook> absent,
    CompletableFuture<Void> replaced) {
  /** No hooks. */
  public static final HookSet NONE = new HookSet(List.of(), List.of(), List.of(), List.of());

  public HookSet {
    rewriting = List.copyOf(rewriting);
    blocking = List.copyOf(blocking);
    observing = List.copyOf(observing);
    transforming = List.copyOf(transforming);
    absent = List.copyOf(absent);
  }

  /** Creates a set in which nobody is missing. */
  public HookSet(
      List<HookHandle<RewritingHook>> rewriting,
      List<HookHandle<BlockingHook>> blocking,
      List<HookHandle<ObservingHook>> observing,
      List<HookHandle<TransformingHook>> transforming) {
    this(rewriting, blocking, observing, transforming, List.of(), new CompletableFuture<>());
  }

  /** Returns whether another set holds the same. */
  public boolean isSameAs(HookSet other) {
    return rewriting.equals(other.rewriting)
        && blocking.equals(other.blocking)
        && observing.equals(other.observing)
        && transforming.equals(other.transforming)
        && absent.equals(other.absent);
  }

  /** Returns whether any of them wants calls of this tool. */
  public boolean want(String tool) {
    return this != NONE
        && (want(rewriting, tool)
            || want(blocking, tool)
            || want(observing, tool)
            || want(transforming, tool)
            || miss(tool));
  }

  private boolean miss(String tool) {
    for (AbsentHook hook : absent) {
      if (hook.wants(tool)) {
        return true;
      }
    }
    return false;
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
