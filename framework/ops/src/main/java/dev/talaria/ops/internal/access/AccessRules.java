package dev.talaria.ops.internal.access;

import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AccessControl.Request;
import dev.talaria.ops.internal.clients.SecretHash;
import dev.talaria.ops.internal.environment.HttpAddress;
import dev.talaria.ops.internal.environment.HttpEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Who may do what over HTTP. Immutable and free of services: everything that changes is given with
 * each question. The order matters: host and origin come before the token, so that a page that
 * tricks a browser into a request learns nothing about tokens.
 */
final class AccessRules {
  private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "localhost", "::1");

  private final Optional<SecretHash> homeToken;
  private final Function<String, Optional<Principal>> issued;
  private final List<Path> workspace;
  private final boolean noAuth;
  private final String boundHost;

  /**
   * Makes the rules.
   *
   * @param homeToken empty when it could not be read: then nobody has it
   * @param issued finds the principal of an issued credential
   * @param workspace of those who have none of their own
   * @param noAuth whether the operator lifted the token for MCP
   * @param boundHost as the operator wrote it
   */
  AccessRules(
      Optional<SecretHash> homeToken,
      Function<String, Optional<Principal>> issued,
      List<Path> workspace,
      boolean noAuth,
      String boundHost) {
    this.homeToken = homeToken;
    this.issued = issued;
    this.workspace = List.copyOf(workspace);
    this.noAuth = noAuth;
    this.boundHost = boundHost;
  }

  Decision decide(Request request, List<HttpAddress> listening) {
    Optional<HostHeader> host = HostHeader.parse(request.host()).filter(h -> isOurs(h, listening));
    if (host.isEmpty()) {
      return denied(403, "The Host header does not name this server.");
    }
    if (request.origin() != null && !request.origin().equals(host.get().origin())) {
      return denied(403, "Pages of another origin may not use this server.");
    }
    if (request.area() == Area.PUBLIC) {
      return new Decision.Granted(new Principal("public", false, Set.of(), List.of()));
    }
    boolean fromHere = PeerAddress.isLoopback(request.remoteAddress());
    if (request.authorization() == null) {
      return request.area() == Area.MCP && fromHere && liftsToken(listening)
          ? new Decision.Granted(new Principal("anonymous", false, Set.of(), workspace))
          : denied(401, "Send the token of this home as: Authorization: Bearer TOKEN.");
    }
    return BearerToken.parse(request.authorization())
        .flatMap(this::principal)
        .map(principal -> judge(principal, request.area(), fromHere))
        .orElseGet(() -> denied(401, "The token is not valid."));
  }

  /** Returns whether the token is lifted for MCP: asked for, and bound to loopback alone. */
  boolean liftsToken(List<HttpAddress> listening) {
    return noAuth
        && isLoopbackHost(boundHost)
        && !listening.isEmpty()
        && listening.stream().allMatch(address -> isLoopbackHost(address.host()));
  }

  private static boolean isLoopbackHost(String host) {
    return host.equals("localhost") || PeerAddress.isLoopback(host);
  }

  private static boolean isOurs(HostHeader header, List<HttpAddress> listening) {
    return listening.stream()
        .filter(address -> address.port() == header.port())
        .anyMatch(
            address ->
                LOOPBACK_HOSTS.contains(header.host())
                    || (!HttpEndpoint.isWildcard(address.host())
                        && address.host().equals(header.host())));
  }

  private Optional<Principal> principal(String token) {
    if (homeToken.isPresent() && homeToken.get().equals(SecretHash.of(token))) {
      return Optional.of(new Principal("home", true, Set.of(), workspace));
    }
    return issued.apply(token);
  }

  private static Decision judge(Principal principal, Area area, boolean fromHere) {
    if (!fromHere) {
      return denied(403, "This token is accepted from this machine only.");
    }
    if (area == Area.API && !principal.home()) {
      return denied(403, "This credential is for the MCP endpoint only.");
    }
    return new Decision.Granted(principal);
  }

  private static Decision denied(int status, String message) {
    return new Decision.Denied(status, message);
  }
}
