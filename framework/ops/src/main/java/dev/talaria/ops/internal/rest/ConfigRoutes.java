package dev.talaria.ops.internal.rest;

import dev.talaria.admin.Settings;
import dev.talaria.admin.Settings.Configured;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The configuration, whole and by PID. */
final class ConfigRoutes implements RouteGroup {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigRoutes.class);

  private final Parts parts;
  private final Actions actions;

  ConfigRoutes(Parts parts, Actions actions) {
    this.parts = parts;
    this.actions = actions;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/config", this::list),
        Route.get("/config/{pid}", this::get),
        Route.post("/config/{pid}", this::change),
        Route.delete("/config/{pid}", this::delete));
  }

  private Answer list(Exchange exchange) {
    exchange.query();
    ObjectNode body = Json.object();
    ArrayNode rows = body.putArray("configurations");
    parts.settings().list().forEach(configured -> rows.add(row(configured)));
    return Answer.ok(body);
  }

  private Answer get(Exchange exchange) {
    exchange.query();
    return Answer.ok(row(existing(exchange.path("pid"))));
  }

  private Answer change(Exchange exchange) throws IOException {
    SettingsChange change = SettingsChange.of(exchange.body(Exchange.BODY_LIMIT, "set", "unset"));
    exchange.query();
    String pid = exchange.path("pid");
    change.applyTo(parts.settings(), pid);
    actions.record(
        exchange,
        "operator.config",
        "pid",
        pid,
        "set",
        change.setKeys(),
        "unset",
        change.unsetKeys());
    return Answer.ok(row(existing(pid)));
  }

  private Answer delete(Exchange exchange) {
    exchange.query();
    String pid = exchange.path("pid");
    Settings settings = parts.settings();
    existing(pid);
    try {
      settings.delete(pid);
    } catch (IOException e) {
      LOG.warn("The configuration {} could not be removed.", pid, e);
      throw new HttpError(
          500, "The configuration '" + pid + "' could not be removed: " + e.getMessage());
    }
    actions.record(exchange, "operator.config.delete", "pid", pid);
    return new Answer.Empty(204);
  }

  private Configured existing(String pid) {
    return parts
        .settings()
        .get(pid)
        .orElseThrow(() -> new HttpError(404, "There is no configuration '" + pid + "'."));
  }

  private static ObjectNode row(Configured configured) {
    ObjectNode row = Json.object().put("pid", configured.pid()).put("file", configured.file());
    ObjectNode values = row.putObject("values");
    new TreeMap<>(configured.values()).forEach((key, list) -> values.set(key, Json.array(list)));
    row.set("problems", Json.array(configured.problems()));
    return row;
  }
}
