package dev.talaria.ops.internal.rest;

import dev.talaria.admin.AuditLog;
import dev.talaria.ops.internal.audit.AuditTrail;
import dev.talaria.ops.internal.json.InvalidJsonException;
import dev.talaria.ops.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The end of the audit trail. */
final class AuditRoute implements RouteGroup {
  private static final int DEFAULT_TAIL = 100;

  private final AuditLog audit;

  AuditRoute(AuditLog audit) {
    this.audit = audit;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.get("/audit", this::tail));
  }

  /**
   * Answers with the last events; with {@code after}, with the first ones behind that number, so
   * that who follows the trail page by page misses none.
   */
  private Answer tail(Exchange exchange) {
    Query query = exchange.query("tail", "after");
    int count = (int) query.number("tail", DEFAULT_TAIL, 0, AuditTrail.TAIL_LIMIT);
    boolean follows = query.text("after").isPresent();
    long after = query.number("after", 0, 0, Long.MAX_VALUE);
    List<JsonNode> events = new ArrayList<>();
    for (String line : audit.tail(follows ? AuditTrail.TAIL_LIMIT : count)) {
      JsonNode event = parse(line);
      if (event.path("seq").asLong(0) > after && events.size() < count) {
        events.add(event);
      }
    }
    ObjectNode body = Json.object();
    ArrayNode array = body.putArray("events");
    events.forEach(array::add);
    return Answer.ok(body);
  }

  private static JsonNode parse(String line) {
    try {
      return Json.read(line);
    } catch (InvalidJsonException e) {
      throw new IllegalStateException("The audit trail holds a line that is no JSON.", e);
    }
  }
}
