package dev.talaria.registry.internal.share;

import dev.talaria.api.Origin;
import dev.talaria.registry.internal.tool.OwnerId;

/**
 * For whom threads are at work.
 *
 * @param core a part of the runtime itself, which may also use what is kept from all others
 */
public record Party(String name, boolean core) {
  public static Party of(OwnerId owner) {
    return new Party(owner.name(), owner.origin() == Origin.BUILTIN);
  }
}
