package dev.talaria.ops.internal.http;

import dev.talaria.ops.internal.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import tools.jackson.databind.JsonNode;

/** Writes answers in JSON. */
public final class JsonResponse {
  private JsonResponse() {}

  /** Writes a whole answer; for HEAD without its body. */
  public static void write(
      HttpServletRequest request, HttpServletResponse response, int status, JsonNode body)
      throws IOException {
    write(request, response, status, Json.write(body));
  }

  /** Writes a whole answer that is JSON already. */
  public static void write(
      HttpServletRequest request, HttpServletResponse response, int status, byte[] body)
      throws IOException {
    headers(response, status);
    response.setContentLength(body.length);
    if (!"HEAD".equals(request.getMethod())) {
      response.getOutputStream().write(body);
    }
    response.flushBuffer();
  }

  public static void error(
      HttpServletRequest request, HttpServletResponse response, int status, String message)
      throws IOException {
    write(request, response, status, Json.object().put("error", message));
  }

  /** Prepares an answer in JSON whose body follows. */
  public static void headers(HttpServletResponse response, int status) {
    response.setStatus(status);
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
  }
}
