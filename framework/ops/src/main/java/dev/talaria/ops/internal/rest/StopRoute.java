package dev.talaria.ops.internal.rest;

import dev.talaria.ops.internal.json.Json;
import dev.talaria.ops.internal.lifecycle.RuntimeStop;
import java.util.List;

/** Ends the runtime. */
final class StopRoute implements RouteGroup {
  private final RuntimeStop stop;
  private final Actions actions;

  StopRoute(RuntimeStop stop, Actions actions) {
    this.stop = stop;
    this.actions = actions;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.post("/stop", this::stop));
  }

  private Answer stop(Exchange exchange) {
    exchange.query();
    actions.record(exchange, "operator.stop");
    return new Answer.Final(
        202, Json.object().put("stopping", true), () -> stop.stop("asked over the API"));
  }
}
