package dev.talaria.mcp.server.testing;

import dev.talaria.admin.AccessControl;
import java.util.List;
import java.util.Set;

/** Knows two tokens: {@code home} for everything, {@code narrow} for the toolset {@code b}. */
public final class FakeAccess implements AccessControl {
  @Override
  public Decision decide(Request request) {
    if (request.origin() != null && request.origin().contains("evil")) {
      return new Decision.Denied(403, "The origin is not allowed.");
    }
    if ("Bearer home".equals(request.authorization())) {
      return new Decision.Granted(new Principal("home", true, Set.of(), List.of()));
    }
    if ("Bearer narrow".equals(request.authorization())) {
      return new Decision.Granted(new Principal("narrow", false, Set.of("b"), List.of()));
    }
    return new Decision.Denied(401, "A token is needed.");
  }
}
