package dev.talaria.mcp.server.internal.servlet;

import dev.talaria.mcp.server.internal.transport.HttpExchange;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/** Hands requests of the servlet container to the endpoint as exchanges. Thread-safe. */
public final class McpServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient Consumer<HttpExchange> endpoint;
  private final transient ScheduledExecutorService timer;
  private volatile boolean serving;

  /** Serves with this endpoint; the timer ends bodies that never arrive. */
  public McpServlet(Consumer<HttpExchange> endpoint, ScheduledExecutorService timer) {
    this.endpoint = endpoint;
    this.timer = timer;
  }

  @Override
  public void init() {
    serving = true;
  }

  @Override
  public void destroy() {
    serving = false;
  }

  /** Returns whether the container serves it now. */
  public boolean isServing() {
    return serving;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) {
    endpoint.accept(new ServletExchange(request, response, timer));
  }
}
