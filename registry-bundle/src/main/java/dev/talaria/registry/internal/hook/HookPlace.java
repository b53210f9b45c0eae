package dev.talaria.registry.internal.hook;

import dev.talaria.registry.internal.tool.OwnerId;

/**
 * Where a hook stands.
 *
 * @param component that offers it; empty: code does, or it is not known
 * @param instance PID of the factory configuration that it was made by; empty: none
 */
public record HookPlace(OwnerId owner, HookKind kind, String component, String instance) {
  /** Returns the place of a component, whatever its configuration. */
  public static HookPlace of(OwnerId owner, HookKind kind, String component) {
    return new HookPlace(owner, kind, component, "");
  }

  /** Returns whether who stands there also takes the other place. */
  boolean fills(HookPlace other) {
    return owner.equals(other.owner)
        && kind == other.kind
        && component.equals(other.component)
        && (other.instance.isEmpty() || instance.equals(other.instance));
  }

  /** Returns what stands there and whose it is, for messages. */
  @Override
  public String toString() {
    String what = kind.type().getSimpleName();
    return (component.isEmpty() ? "a " + what : what + " " + component) + " of " + owner;
  }
}
