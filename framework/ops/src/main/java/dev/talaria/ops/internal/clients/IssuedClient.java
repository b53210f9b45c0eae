package dev.talaria.ops.internal.clients;

import dev.talaria.admin.AccessControl.Principal;

/**
 * A credential at the moment it was issued: the only time that its token is known.
 *
 * @param id names the client in later requests; no secret
 * @param token the secret
 * @param principal what the token stands for
 */
public record IssuedClient(String id, String token, Principal principal) {
  /** Leaves the token out. */
  @Override
  public String toString() {
    return "IssuedClient[id=" + id + "]";
  }
}
