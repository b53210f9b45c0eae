package dev.talaria.ops.internal.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the route of a request. Immutable. */
final class Router {
  private final List<Route> routes;

  Router(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  /** What was found. */
  sealed interface Match {
    /** A route, with the parameters of the path. */
    record Found(Route route, Map<String, String> parameters) implements Match {}

    /** The path is known for other methods only. */
    record WrongMethod(SortedSet<String> allowed) implements Match {}

    /** Nothing is at this path. */
    record Unknown() implements Match {}
  }

  Match match(String method, List<String> path) {
    // HEAD is GET without the body (RFC 9110, 9.3.2).
    String wanted = method.equals("HEAD") ? "GET" : method;
    SortedSet<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Optional<Map<String, String>> parameters = route.path().match(path);
      if (parameters.isPresent()) {
        if (route.method().equals(wanted)) {
          return new Match.Found(route, parameters.get());
        }
        allowed.add(route.method());
        if (route.method().equals("GET")) {
          allowed.add("HEAD");
        }
      }
    }
    return allowed.isEmpty() ? new Match.Unknown() : new Match.WrongMethod(allowed);
  }

  List<Route> routes() {
    return routes;
  }
}
