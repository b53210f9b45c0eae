package dev.talaria.ops.internal.rest;

import java.io.IOException;

/**
 * One route of the API.
 *
 * @param method of HTTP
 * @param path below {@code /api/v1}; a segment in braces is a parameter
 * @param handler answers, or throws {@link dev.talaria.ops.internal.http.HttpError}
 */
record Route(String method, PathTemplate path, Handler handler) {
  /** Answers a request that was let in. */
  @FunctionalInterface
  interface Handler {
    Answer handle(Exchange exchange) throws IOException;
  }

  static Route get(String path, Handler handler) {
    return new Route("GET", new PathTemplate(path), handler);
  }

  static Route post(String path, Handler handler) {
    return new Route("POST", new PathTemplate(path), handler);
  }

  static Route delete(String path, Handler handler) {
    return new Route("DELETE", new PathTemplate(path), handler);
  }
}
