package dev.talaria.ops.internal.rest;

import java.util.List;

/** Routes that belong to one concern. */
interface RouteGroup {
  List<Route> routes();
}
