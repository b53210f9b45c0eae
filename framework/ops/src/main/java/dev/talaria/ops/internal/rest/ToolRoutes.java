package dev.talaria.ops.internal.rest;

import dev.talaria.admin.Explanation;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.ToolRow;
import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.ToolState;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.InvalidJsonException;
import dev.talaria.ops.internal.json.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What tools and toolsets there are, and why. */
final class ToolRoutes implements RouteGroup {
  private static final Set<ToolState> STANDING =
      EnumSet.of(ToolState.ACTIVE, ToolState.UNAVAILABLE, ToolState.SUSPENDED);

  private final Parts parts;

  ToolRoutes(Parts parts) {
    this.parts = parts;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/tools", this::list),
        Route.get("/tools/{name}", this::show),
        Route.get("/tools/{name}/why", this::why),
        Route.get("/toolsets", this::toolsets));
  }

  private Answer list(Exchange exchange) {
    Query query = exchange.query("all", "toolset");
    boolean all = query.flag("all");
    Optional<String> toolset = query.text("toolset");
    RegistryAdmin registry = parts.registry();
    // Read first: rows that are newer than the number are asked for again, older ones would not be.
    long generation = registry.view().generation();
    List<ToolRow> rows =
        registry.rows().stream()
            .filter(row -> all || stands(row))
            .filter(row -> toolset.isEmpty() || row.info().toolset().equals(toolset.get()))
            .toList();
    ObjectNode body = Json.object().put("generation", generation);
    body.set("tools", ToolJson.rows(rows));
    return Answer.ok(body);
  }

  private Answer show(Exchange exchange) {
    exchange.query();
    String name = exchange.path("name");
    List<ToolRow> candidates =
        parts.registry().rows().stream().filter(row -> row.info().name().equals(name)).toList();
    ToolRow row =
        candidates.stream()
            .filter(ToolRoutes::stands)
            .findFirst()
            .or(() -> candidates.stream().findFirst())
            .orElseThrow(() -> unknown(name));
    ObjectNode body = ToolJson.row(row);
    body.set("inputSchema", schema(name, row.info().inputSchema()));
    row.info().outputSchema().ifPresent(s -> body.set("outputSchema", schema(name, s)));
    return Answer.ok(body);
  }

  private Answer why(Exchange exchange) {
    exchange.query();
    String name = exchange.path("name");
    Explanation explanation = parts.registry().explain(name).orElseThrow(() -> unknown(name));
    ObjectNode body =
        Json.object()
            .put("name", explanation.name())
            .put("reservedBy", explanation.reservedBy().orElse(null))
            .put("requiredOwner", explanation.requiredOwner().orElse(null));
    body.set("steps", ToolJson.rows(explanation.steps()));
    body.put("verdict", explanation.verdict());
    body.set("recent", ToolJson.changes(explanation.recent()));
    return Answer.ok(body);
  }

  private Answer toolsets(Exchange exchange) {
    exchange.query();
    ArrayNode rows = Json.object().arrayNode();
    for (ToolsetRow toolset : parts.registry().toolsets()) {
      ObjectNode row =
          rows.addObject().put("name", toolset.name()).put("description", toolset.description());
      row.set("tools", Json.array(toolset.tools()));
      row.set("includes", Json.array(toolset.includes()));
      row.put("available", toolset.available());
      row.set("origins", Json.array(toolset.origins().stream().map(Enum::name).sorted().toList()));
      row.put("definedBy", toolset.definedBy().name());
    }
    ObjectNode body = Json.object();
    body.set("toolsets", rows);
    return Answer.ok(body);
  }

  private static boolean stands(ToolRow row) {
    return STANDING.contains(row.info().state());
  }

  static HttpError unknown(String name) {
    return new HttpError(404, "There is no tool '" + name + "'.");
  }

  private static JsonNode schema(String name, String json) {
    try {
      return Json.read(json);
    } catch (InvalidJsonException e) {
      throw new HttpError(
          500, "The schema of '" + name + "' cannot be shown: " + e.getMessage() + ".");
    }
  }
}
