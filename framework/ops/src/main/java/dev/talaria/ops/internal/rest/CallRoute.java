package dev.talaria.ops.internal.rest;

import dev.talaria.api.CallHandle;
import dev.talaria.api.ToolCall;
import dev.talaria.ops.internal.json.Json;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls a tool through the whole pipeline. The server's thread is given back as soon as the call
 * has begun; one thread, {@code talaria-ops-calls}, keeps the time for all calls under way.
 */
final class CallRoute implements RouteGroup, AutoCloseable {
  static final int BODY_LIMIT = 8 * 1024 * 1024;

  private final Parts parts;
  private final HomeSession session = new HomeSession();
  private final ScheduledThreadPoolExecutor timer;

  CallRoute(Parts parts) {
    this.parts = parts;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "talaria-ops-calls");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.post("/tools/{name}/call", this::call));
  }

  /** Cancels the calls under way; their callers are told so. */
  @Override
  public void close() {
    session.close();
    timer.shutdownNow();
  }

  private Answer call(Exchange exchange) throws IOException {
    ObjectNode arguments =
        exchange.body(BODY_LIMIT, "arguments").object("arguments").orElseGet(Json::object);
    exchange.query();
    String name = exchange.path("name");
    CallHandle handle =
        session
            .with(parts.registry(), exchange.principal())
            .start(ToolCall.of(name, new String(Json.write(arguments), StandardCharsets.UTF_8)));
    AsyncContext async = exchange.request().startAsync();
    // The tool's deadline ends the call, so the container's may not.
    async.setTimeout(0);
    new PendingCall(async, exchange, name, handle).begin(timer);
    return new Answer.Later();
  }
}
