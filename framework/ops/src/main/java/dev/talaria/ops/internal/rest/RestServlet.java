package dev.talaria.ops.internal.rest;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AuditLog;
import dev.talaria.ops.internal.clients.ClientCredentials;
import dev.talaria.ops.internal.clients.WorkspacePolicy;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.RuntimeUrls;
import dev.talaria.ops.internal.health.Readiness;
import dev.talaria.ops.internal.http.AccessGate;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.http.JsonResponse;
import dev.talaria.ops.internal.lifecycle.RuntimeStop;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletAsyncSupported;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The front of {@code /api/v1}: access, routing, and an answer for everything that goes wrong. Runs
 * on the server's threads; holds no state but the routes.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletName("talaria-api")
@HttpWhiteboardServletPattern({RestServlet.ROOT, RestServlet.ROOT + "/*"})
@HttpWhiteboardServletAsyncSupported
public final class RestServlet extends HttpServlet {
  static final String ROOT = "/api/v1";

  private static final Logger LOG = LoggerFactory.getLogger(RestServlet.class);

  private final transient AccessGate gate;
  private final transient CallRoute calls;
  private final transient Router router;

  @Activate
  public RestServlet(
      BundleContext context,
      @Reference AccessControl access,
      @Reference AuditLog audit,
      @Reference ClientCredentials clients,
      @Reference RuntimeUrls urls,
      @Reference Readiness readiness,
      @Reference RuntimeStop stop,
      @Reference Parts parts) {
    RuntimeEnvironment environment = RuntimeEnvironment.of(context);
    Actions actions = new Actions(audit);
    this.gate = new AccessGate(access);
    this.calls = new CallRoute(parts);
    this.router =
        Routes.of(
            new StatusRoute(environment, () -> context.getBundles().length, urls, readiness, parts),
            new StopRoute(stop, actions),
            new ToolRoutes(parts),
            new DefinitionRoute(parts),
            new ProbeRoutes(parts, actions),
            calls,
            new BundleRoutes(parts, actions),
            new PolicyRoutes(parts, actions),
            new ConfigRoutes(parts, actions),
            new AuditRoute(audit),
            new ClientRoutes(
                clients,
                new WorkspacePolicy(environment.home(), environment.distribution()),
                urls));
  }

  /** Returns what this servlet answers to. */
  Router router() {
    return router;
  }

  @Deactivate
  void close() {
    calls.close();
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Principal> principal = gate.admit(Area.API, request, response);
    if (principal.isEmpty()) {
      return;
    }
    try {
      route(request, response, principal.get());
    } catch (HttpError e) {
      JsonResponse.error(request, response, e.status(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{} {} failed.", request.getMethod(), request.getRequestURI(), e);
      if (!response.isCommitted()) {
        JsonResponse.error(
            request, response, 500, "The runtime failed to answer; its log says why.");
      }
    }
  }

  private void route(HttpServletRequest request, HttpServletResponse response, Principal principal)
      throws IOException {
    Router.Match match =
        RequestPath.segments(request.getRequestURI(), ROOT)
            .map(path -> router.match(request.getMethod(), path))
            .orElseGet(Router.Match.Unknown::new);
    if (match instanceof Router.Match.Found found) {
      Exchange exchange = new Exchange(request, response, principal, found.parameters());
      answer(exchange, found.route().handler().handle(exchange));
    } else if (match instanceof Router.Match.WrongMethod wrong) {
      response.setHeader("Allow", String.join(", ", wrong.allowed()));
      throw new HttpError(
          405, "This path answers to " + String.join(", ", wrong.allowed()) + " only.");
    } else {
      throw new HttpError(404, "Nothing is at this path; see " + ROOT + "/openapi.json.");
    }
  }

  private static void answer(Exchange exchange, Answer answer) throws IOException {
    HttpServletRequest request = exchange.request();
    HttpServletResponse response = exchange.response();
    if (answer instanceof Answer.Document document) {
      JsonResponse.write(request, response, document.status(), document.body());
    } else if (answer instanceof Answer.Bytes bytes) {
      JsonResponse.write(request, response, 200, bytes.json());
    } else if (answer instanceof Answer.Empty empty) {
      response.setStatus(empty.status());
    } else if (answer instanceof Answer.Final last) {
      JsonResponse.write(request, response, last.status(), last.body());
      last.afterwards().run();
    }
  }
}
