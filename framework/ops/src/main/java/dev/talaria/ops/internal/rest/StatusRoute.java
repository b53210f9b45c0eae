package dev.talaria.ops.internal.rest;

import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.Settings;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import dev.talaria.ops.internal.environment.RuntimeUrls;
import dev.talaria.ops.internal.health.Readiness;
import dev.talaria.ops.internal.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the runtime is. Answers while parts are missing, since that is when people ask. */
final class StatusRoute implements RouteGroup {
  private final RuntimeEnvironment environment;
  private final IntSupplier bundles;
  private final RuntimeUrls urls;
  private final Readiness readiness;
  private final Parts parts;

  StatusRoute(
      RuntimeEnvironment environment,
      IntSupplier bundles,
      RuntimeUrls urls,
      Readiness readiness,
      Parts parts) {
    this.environment = environment;
    this.bundles = bundles;
    this.urls = urls;
    this.readiness = readiness;
    this.parts = parts;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.get("/status", this::status));
  }

  private Answer status(Exchange exchange) {
    exchange.query();
    Instant started = RuntimeEnvironment.started();
    Optional<RegistryAdmin> registry = parts.registryIfThere();
    ObjectNode status =
        Json.object()
            .put("version", environment.version())
            .put("pid", ProcessHandle.current().pid())
            .put("started", started.toString())
            .put("uptimeSeconds", Duration.between(started, Instant.now()).toSeconds())
            .put("url", urls.url().orElse(null))
            .put("mcpUrl", urls.mcpUrl().orElse(null))
            .put("home", environment.home().toString())
            .put("deployFolder", deployFolder().toString())
            .put("workspace", environment.workspace().map(Path::toString).orElse(null))
            .put("generation", registry.map(r -> r.view().generation()).orElse(0L))
            .put("bundles", bundles.getAsInt())
            .put("tools", registry.map(r -> r.view().tools().size()).orElse(0))
            .put("toolsets", registry.map(r -> r.toolsets().size()).orElse(0));
    status.set("clients", clients());
    status.set("problems", Json.array(problems()));
    status.put("background", environment.background());
    status.put("noAuth", environment.noAuth());
    return Answer.ok(status);
  }

  /** What keeps the runtime from being ready, and what is wrong with its configuration. */
  private List<String> problems() {
    List<String> problems = new ArrayList<>(readiness.problems());
    parts.settingsIfThere().stream()
        .flatMap(settings -> settings.list().stream())
        .map(Settings.Configured::problems)
        .forEach(problems::addAll);
    return problems;
  }

  private ArrayNode clients() {
    ArrayNode rows = Json.object().arrayNode();
    for (ConnectedClients.Client client :
        parts.clientsIfThere().map(ConnectedClients::clients).orElse(List.of())) {
      rows.addObject()
          .put("name", client.name())
          .put("principal", client.principal())
          .put("era", client.era())
          .put("since", client.since().toString())
          .put("listening", client.listening());
    }
    return rows;
  }

  private Path deployFolder() {
    String folder =
        parts
            .settingsIfThere()
            .flatMap((Settings s) -> s.get("dev.talaria.deploy"))
            .map(configured -> configured.values().getOrDefault("folder", List.of()))
            .filter(values -> values.size() == 1)
            .map(values -> values.get(0))
            .orElse("deploy");
    return environment.home().resolve(folder).normalize();
  }
}
