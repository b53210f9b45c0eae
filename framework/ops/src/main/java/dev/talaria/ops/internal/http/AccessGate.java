package dev.talaria.ops.internal.http;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AccessControl.Request;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Puts the question of access for a servlet. Immutable. */
public final class AccessGate {
  private final AccessControl access;

  public AccessGate(AccessControl access) {
    this.access = access;
  }

  /** Returns who may go on; when nobody may, the answer has been written. */
  public Optional<Principal> admit(
      Area area, HttpServletRequest request, HttpServletResponse response) throws IOException {
    Decision decision = decide(area, request);
    if (decision instanceof Decision.Granted granted) {
      return Optional.of(granted.principal());
    }
    Decision.Denied denied = (Decision.Denied) decision;
    if (denied.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Bearer");
    }
    JsonResponse.error(request, response, denied.status(), denied.message());
    return Optional.empty();
  }

  public Decision decide(Area area, HttpServletRequest request) {
    return access.decide(
        new Request(
            area,
            header(request, "Authorization"),
            header(request, "Host"),
            header(request, "Origin"),
            request.getRemoteAddr()));
  }

  // A header that came twice is joined, so that it is no single valid value any more.
  private static String header(HttpServletRequest request, String name) {
    List<String> values = Collections.list(request.getHeaders(name));
    return values.isEmpty() ? null : String.join(", ", values);
  }
}
