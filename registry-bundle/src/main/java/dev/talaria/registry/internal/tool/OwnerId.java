package dev.talaria.registry.internal.tool;

import dev.talaria.api.Origin;
import java.util.Objects;

/**
 * Who brought a tool, as the runtime established it.
 *
 * @param name a symbolic name, or {@code mcp:SERVER}
 */
public record OwnerId(Origin origin, String name) {
  public OwnerId {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(name, "name");
  }

  public static OwnerId builtin(String symbolicName) {
    return new OwnerId(Origin.BUILTIN, symbolicName);
  }

  public static OwnerId plugin(String symbolicName) {
    return new OwnerId(Origin.PLUGIN, symbolicName);
  }

  @Override
  public String toString() {
    return name;
  }
}
