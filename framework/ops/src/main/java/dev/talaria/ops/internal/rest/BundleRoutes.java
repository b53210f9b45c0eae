package dev.talaria.ops.internal.rest;

import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.DeployAgent.DeployedFile;
import dev.talaria.admin.DeployAgent.InstalledBundle;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bundles and the deploy folder. What changes them waits for its outcome on the server's thread, at
 * most as long as {@link #OUTCOME_TIMEOUT}.
 */
final class BundleRoutes implements RouteGroup {
  static final long JAR_LIMIT = 256L * 1024 * 1024;
  static final Duration OUTCOME_TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(BundleRoutes.class);

  private final Parts parts;
  private final Actions actions;

  BundleRoutes(Parts parts, Actions actions) {
    this.parts = parts;
    this.actions = actions;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/bundles", this::list),
        Route.post("/bundles/{name}/restart", this::restart),
        Route.post("/deploy", this::deploy),
        Route.delete("/deploy/{name}", this::undeploy));
  }

  private Answer list(Exchange exchange) {
    exchange.query();
    DeployAgent agent = parts.deployAgent();
    ObjectNode body = Json.object();
    ArrayNode bundles = body.putArray("bundles");
    for (InstalledBundle bundle : agent.bundles()) {
      ObjectNode row =
          bundles
              .addObject()
              .put("id", bundle.id())
              .put("symbolicName", bundle.symbolicName())
              .put("version", bundle.version())
              .put("state", bundle.state())
              .put("broughtBy", bundle.broughtBy());
      row.set("tools", Json.array(bundle.tools()));
      row.set("waitingFor", Json.array(bundle.waitingFor()));
    }
    body.set("files", files(agent.files()));
    return Answer.ok(body);
  }

  private Answer restart(Exchange exchange) throws IOException {
    exchange.query();
    String name = exchange.path("name");
    DeployAgent agent = parts.deployAgent();
    if (agent.files().stream()
        .noneMatch(file -> file.file().equals(name) || file.symbolicName().equals(name))) {
      throw notDeployed(name);
    }
    DeployedFile file;
    try {
      file = agent.restart(name, OUTCOME_TIMEOUT);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    } catch (IOException e) {
      throw failed("restarted", name, e);
    }
    record(exchange, "operator.restart", file);
    return Answer.ok(file(file));
  }

  private Answer deploy(Exchange exchange) throws IOException {
    exchange.requireContentType("application/octet-stream", "application/java-archive");
    String name =
        exchange
            .query("file")
            .text("file")
            .orElseThrow(() -> new HttpError(400, "Say with ?file=NAME.jar how to name the file."));
    exchange.limitBody(JAR_LIMIT);
    LimitedBody body = new LimitedBody(exchange.request().getInputStream(), JAR_LIMIT);
    DeployedFile file;
    try {
      file = parts.deployAgent().deploy(name, body, OUTCOME_TIMEOUT);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    } catch (IOException e) {
      throw body.isExceeded() ? Exchange.tooLong(JAR_LIMIT) : failed("deployed", name, e);
    }
    record(exchange, "operator.deploy", file);
    return Answer.ok(file(file));
  }

  private Answer undeploy(Exchange exchange) throws IOException {
    boolean forget = exchange.query("forget").flag("forget");
    String name = exchange.path("name");
    List<DeployedFile> removed;
    try {
      removed = parts.deployAgent().undeploy(name, forget, OUTCOME_TIMEOUT);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    } catch (IOException e) {
      throw failed("removed", name, e);
    }
    if (removed.isEmpty()) {
      throw notDeployed(name);
    }
    removed.forEach(
        file -> record(exchange, forget ? "operator.forget" : "operator.undeploy", file));
    ObjectNode body = Json.object();
    body.set("removed", files(removed));
    return Answer.ok(body);
  }

  private void record(Exchange exchange, String kind, DeployedFile file) {
    actions.record(
        exchange,
        kind,
        "file",
        file.file(),
        "bundle",
        file.symbolicName(),
        "version",
        file.version(),
        "outcome",
        file.outcome().name());
  }

  private static HttpError notDeployed(String name) {
    return new HttpError(404, "Neither a file nor a bundle '" + name + "' is in deploy/.");
  }

  private static HttpError failed(String what, String name, IOException cause) {
    LOG.warn("{} could not be {}.", name, what, cause);
    return new HttpError(500, "'" + name + "' could not be " + what + ": " + cause.getMessage());
  }

  private static ArrayNode files(List<DeployedFile> files) {
    ArrayNode array = Json.object().arrayNode();
    files.forEach(file -> array.add(file(file)));
    return array;
  }

  private static ObjectNode file(DeployedFile file) {
    ObjectNode node =
        Json.object()
            .put("file", file.file())
            .put("outcome", file.outcome().name())
            .put("symbolicName", file.symbolicName())
            .put("version", file.version())
            .put("reason", file.reason());
    node.set("tools", ToolJson.rows(file.tools()));
    return node;
  }
}
