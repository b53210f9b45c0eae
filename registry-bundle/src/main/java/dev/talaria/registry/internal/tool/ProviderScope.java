package dev.talaria.registry.internal.tool;

import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the tools of one bundle share for as long as the bundle is there. Compared by identity: an
 * updated bundle gets a new scope, so nothing of its old class loader stays reachable.
 *
 * <p>Thread-safe; the mapper is made at the first use, guarded by this object.
 */
public final class ProviderScope {
  private final OwnerId owner;
  private final String version;
  private final JsonMapper base;
  private JsonMapper mapper;
  private volatile boolean gone;

  public ProviderScope(OwnerId owner, String version, JsonMapper base) {
    this.owner = Objects.requireNonNull(owner, "owner");
    this.version = Objects.requireNonNull(version, "version");
    this.base = Objects.requireNonNull(base, "base");
  }

  public OwnerId owner() {
    return owner;
  }

  public String version() {
    return version;
  }

  /** Returns the mapper that may see the bundle's classes. */
  public synchronized JsonMapper mapper() {
    if (mapper == null) {
      mapper = base.rebuild().build();
    }
    return mapper;
  }

  /** Marks the bundle as gone: nothing new is kept for it. */
  public void leave() {
    gone = true;
  }

  public boolean isGone() {
    return gone;
  }
}
