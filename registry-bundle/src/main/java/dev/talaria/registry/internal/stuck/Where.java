package dev.talaria.registry.internal.stuck;

import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;

/**
 * Where a call was left behind.
 *
 * @param what the tool, or the hook, in words
 * @param owner whose code it is; null: a hook's, whose name says whose it is
 * @param scope the version of the owner's bundle; null as the owner
 * @param binding the tool; null: it is in other code of the owner
 */
public record Where(String what, OwnerId owner, ProviderScope scope, Binding binding) {
  /** In a tool. */
  public static Where tool(Binding binding) {
    return new Where(binding.document().name(), binding.scope().owner(), binding.scope(), binding);
  }

  /** In what a bundle with tools gave to be run beside a call. */
  public static Where beside(String what, ProviderScope scope) {
    return new Where(what, scope.owner(), scope, null);
  }

  /** In a hook. */
  public static Where hook(String name) {
    return new Where(name, null, null, null);
  }

  /** Returns who is to blame. */
  String culprit() {
    return owner == null ? what : owner.name();
  }
}
