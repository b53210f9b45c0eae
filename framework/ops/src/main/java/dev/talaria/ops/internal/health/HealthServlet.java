package dev.talaria.ops.internal.health;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.ops.internal.http.AccessGate;
import dev.talaria.ops.internal.http.JsonResponse;
import dev.talaria.ops.internal.json.Json;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;
import tools.jackson.databind.node.ObjectNode;

/** Answers whether the runtime lives and whether it is ready; why not, only to the home's token. */
@Component(service = Servlet.class)
@HttpWhiteboardServletName("talaria-health")
@HttpWhiteboardServletPattern({"/health/live", "/health/ready"})
public final class HealthServlet extends HttpServlet {
  private final transient AccessGate gate;
  private final transient Readiness readiness;

  @Activate
  public HealthServlet(@Reference AccessControl access, @Reference Readiness readiness) {
    this.gate = new AccessGate(access);
    this.readiness = readiness;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (gate.admit(Area.PUBLIC, request, response).isEmpty()) {
      return;
    }
    if (!"GET".equals(request.getMethod()) && !"HEAD".equals(request.getMethod())) {
      response.setHeader("Allow", "GET, HEAD");
      JsonResponse.error(request, response, 405, "Only GET and HEAD are answered here.");
      return;
    }
    boolean live = request.getServletPath().endsWith("/live");
    List<String> problems = live ? List.of() : readiness.missing();
    ObjectNode body = Json.object().put("status", problems.isEmpty() ? "ok" : "not ready");
    if (gate.decide(Area.API, request) instanceof Decision.Granted) {
      body.set("problems", Json.array(problems));
    }
    JsonResponse.write(request, response, problems.isEmpty() ? 200 : 503, body);
  }
}
