package dev.talaria.ops.internal.rest;

import dev.talaria.admin.ProbedTool;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Has probes asked anew, as after a login or a changed configuration. The answer waits for theirs
 * on the server's thread, which the registry bounds by {@code probe_timeout}, and this by {@link
 * #OUTCOME_TIMEOUT}.
 */
final class ProbeRoutes implements RouteGroup {
  static final Duration OUTCOME_TIMEOUT = Duration.ofSeconds(30);

  private final Parts parts;
  private final Actions actions;

  ProbeRoutes(Parts parts, Actions actions) {
    this.parts = parts;
    this.actions = actions;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.post("/tools/{name}/probe", this::one), Route.post("/probes", this::all));
  }

  private Answer one(Exchange exchange) {
    exchange.query();
    String name = exchange.path("name");
    List<ProbedTool> tools = probe(exchange, Set.of(name));
    if (tools.isEmpty()) {
      throw ToolRoutes.unknown(name);
    }
    return Answer.ok(json(tools.get(0)));
  }

  private Answer all(Exchange exchange) {
    exchange.query();
    ObjectNode body = Json.object();
    ArrayNode rows = body.putArray("tools");
    probe(exchange, Set.of()).forEach(tool -> rows.add(json(tool)));
    return Answer.ok(body);
  }

  private List<ProbedTool> probe(Exchange exchange, Set<String> names) {
    actions.record(exchange, "operator.probe", "tools", String.join(",", names));
    try {
      return parts
          .registry()
          .probe(names)
          .toCompletableFuture()
          .get(OUTCOME_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpError(
          503,
          "The probes have not answered within "
              + OUTCOME_TIMEOUT.toSeconds()
              + " s; `talaria tools why NAME` tells later what came of it.");
    } catch (ExecutionException e) {
      throw new HttpError(503, "The registry is ending.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HttpError(503, "The runtime is ending.");
    }
  }

  private static ObjectNode json(ProbedTool tool) {
    return Json.object()
        .put("name", tool.name())
        .put("probed", tool.probed())
        .put("state", tool.state().name())
        .put("reason", tool.reason());
  }
}
