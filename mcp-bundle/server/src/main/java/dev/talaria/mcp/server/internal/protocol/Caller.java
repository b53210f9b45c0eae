package dev.talaria.mcp.server.internal.protocol;

import dev.talaria.admin.AccessControl.Principal;
import java.util.Objects;

/**
 * Who sends a message, as access control established it.
 *
 * @param address of the peer, for limits
 */
public record Caller(Principal principal, String address) {
  public Caller {
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(address, "address");
  }
}
