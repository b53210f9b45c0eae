package dev.talaria.registry.internal.hook;

import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Optional;

/** A call that guards are to see, and that may have to wait for one. */
public interface GuardedTask extends HookedTask {
  /** Returns the owner whose code made the call by itself; empty: a client or the core did. */
  Optional<OwnerId> maker();

  /** Returns whether a call of a tool of this owner is in flight among those that led to it. */
  boolean isInside(OwnerId owner);
}
