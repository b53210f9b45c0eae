package dev.talaria.ops.internal.rest;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.InvalidJsonException;
import dev.talaria.ops.internal.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request that was let in, as routes look at it. Used by one thread at a time. */
final class Exchange {
  static final int BODY_LIMIT = 1024 * 1024;

  private static final int QUERY_VALUE_LIMIT = 1024;

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final Principal principal;
  private final Map<String, String> parameters;

  Exchange(
      HttpServletRequest request,
      HttpServletResponse response,
      Principal principal,
      Map<String, String> parameters) {
    this.request = request;
    this.response = response;
    this.principal = principal;
    this.parameters = parameters;
  }

  HttpServletRequest request() {
    return request;
  }

  HttpServletResponse response() {
    return response;
  }

  Principal principal() {
    return principal;
  }

  /** Returns a parameter of the path. */
  String path(String name) {
    return parameters.get(name);
  }

  /** Returns the query after checking that it has nothing but these parameters. */
  Query query(String... known) {
    Map<String, String[]> given = request.getParameterMap();
    Set<String> names = Set.of(known);
    for (Map.Entry<String, String[]> parameter : given.entrySet()) {
      if (!names.contains(parameter.getKey())) {
        throw new HttpError(
            400,
            "There is no query parameter '"
                + parameter.getKey()
                + "' here"
                + (names.isEmpty() ? "." : "; known: " + String.join(", ", known) + "."));
      }
      if (parameter.getValue().length > 1) {
        throw new HttpError(400, "'" + parameter.getKey() + "' is given more than once.");
      }
      if (parameter.getValue()[0].length() > QUERY_VALUE_LIMIT) {
        throw new HttpError(400, "'" + parameter.getKey() + "' is too long.");
      }
    }
    return new Query(given);
  }

  /** Returns the body, which has to be a JSON object with no other fields than these. */
  JsonBody body(int limit, String... fields) throws IOException {
    requireContentType("application/json");
    JsonNode node;
    try {
      node = Json.read(readAll(limit));
    } catch (InvalidJsonException e) {
      throw new HttpError(400, "The body cannot be read as JSON: " + e.getMessage() + ".");
    }
    if (!(node instanceof ObjectNode object)) {
      throw new HttpError(400, "The body has to be a JSON object.");
    }
    return new JsonBody(object, List.of(fields));
  }

  /** Refuses bodies of other kinds. */
  void requireContentType(String... accepted) {
    String given = Optional.ofNullable(request.getContentType()).orElse("");
    String[] parts = given.split(";", 2);
    String type = parts[0].strip().toLowerCase(Locale.ROOT);
    String charset = parts.length == 1 ? "" : parts[1].strip().toLowerCase(Locale.ROOT);
    if (!Set.of(accepted).contains(type)) {
      throw new HttpError(415, "Send the body as " + String.join(" or ", accepted) + ".");
    }
    if (charset.startsWith("charset=") && !charset.replace("\"", "").equals("charset=utf-8")) {
      throw new HttpError(415, "Send the body in UTF-8.");
    }
  }

  /** Refuses a body that says it is longer than this. */
  void limitBody(long limit) {
    if (request.getContentLengthLong() > limit) {
      throw tooLong(limit);
    }
  }

  static HttpError tooLong(long limit) {
    return new HttpError(413, "The body is longer than " + limit + " bytes.");
  }

  private byte[] readAll(int limit) throws IOException {
    limitBody(limit);
    byte[] bytes = request.getInputStream().readNBytes(limit + 1);
    if (bytes.length > limit) {
      throw tooLong(limit);
    }
    return bytes;
  }
}
