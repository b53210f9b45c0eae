package dev.talaria.ops.internal.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The description of the API, as it lies in the bundle. */
final class OpenApiRoute implements RouteGroup {
  @Override
  public List<Route> routes() {
    return List.of(Route.get("/openapi.json", exchange -> new Answer.Bytes(document())));
  }

  static byte[] document() throws IOException {
    try (InputStream in = OpenApiRoute.class.getResourceAsStream("openapi.json")) {
      return in.readAllBytes();
    }
  }
}
