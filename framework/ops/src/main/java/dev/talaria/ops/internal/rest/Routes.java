package dev.talaria.ops.internal.rest;

import java.util.ArrayList;
import java.util.List;

/** Puts the routes of all concerns together, with the one that describes them. */
final class Routes {
  private Routes() {}

  static Router of(RouteGroup... groups) {
    List<Route> routes = new ArrayList<>();
    for (RouteGroup group : groups) {
      routes.addAll(group.routes());
    }
    routes.addAll(new OpenApiRoute().routes());
    return new Router(routes);
  }
}
