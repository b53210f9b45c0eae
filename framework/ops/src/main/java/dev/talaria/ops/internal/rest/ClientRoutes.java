package dev.talaria.ops.internal.rest;

import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.ops.internal.clients.ClientCredentials;
import dev.talaria.ops.internal.clients.InvalidWorkspaceException;
import dev.talaria.ops.internal.clients.IssuedClient;
import dev.talaria.ops.internal.clients.WorkspacePolicy;
import dev.talaria.ops.internal.environment.RuntimeUrls;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Credentials for stdio bridges, bound to a workspace and to toolsets. */
final class ClientRoutes implements RouteGroup {
  private static final Pattern TOOLSET = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final int MAX_TOOLSETS = 64;
  private static final int MAX_NAME = 100;

  private final ClientCredentials clients;
  private final WorkspacePolicy workspaces;
  private final RuntimeUrls urls;

  ClientRoutes(ClientCredentials clients, WorkspacePolicy workspaces, RuntimeUrls urls) {
    this.clients = clients;
    this.workspaces = workspaces;
    this.urls = urls;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/clients", this::issue),
        Route.post("/clients/{id}/heartbeat", this::heartbeat),
        Route.delete("/clients/{id}", this::release));
  }

  private Answer issue(Exchange exchange) throws IOException {
    JsonBody body =
        exchange.body(Exchange.BODY_LIMIT, "workspace", "toolsets", "name", "toolSearch");
    exchange.query();
    String name = displayName(body.text("name").orElse(""));
    Set<String> toolsets = toolsets(body.distinctTexts("toolsets"));
    ToolSearchMode toolSearch = toolSearch(body.text("toolSearch"));
    List<Path> workspace = workspace(body.texts("workspace"));
    String mcpUrl =
        urls.mcpUrl()
            .orElseThrow(
                () -> new HttpError(503, "The HTTP server's address is not known yet; try again."));
    IssuedClient client =
        clients
            .issue(name, toolsets, workspace, toolSearch)
            .orElseThrow(
                () ->
                    new HttpError(
                        409,
                        "There are "
                            + ClientCredentials.LIMIT
                            + " clients already; end one first."));
    return new Answer.Document(
        201,
        Json.object().put("id", client.id()).put("token", client.token()).put("mcpUrl", mcpUrl));
  }

  private Answer heartbeat(Exchange exchange) {
    exchange.query();
    return ended(exchange, clients.heartbeat(exchange.path("id")));
  }

  private Answer release(Exchange exchange) {
    exchange.query();
    return ended(exchange, clients.release(exchange.path("id")));
  }

  private static Answer ended(Exchange exchange, boolean known) {
    if (!known) {
      throw new HttpError(
          404,
          "There is no client '"
              + exchange.path("id")
              + "', or it has not been heard of for "
              + ClientCredentials.LIFETIME.toSeconds()
              + " s; ask for a new credential.");
    }
    return new Answer.Empty(204);
  }

  private List<Path> workspace(List<String> folders) {
    try {
      return workspaces.resolve(folders);
    } catch (InvalidWorkspaceException e) {
      throw new HttpError(400, e.getMessage());
    }
  }

  private static Set<String> toolsets(Set<String> names) {
    if (names.size() > MAX_TOOLSETS) {
      throw new HttpError(400, "More than " + MAX_TOOLSETS + " toolsets are named.");
    }
    for (String name : names) {
      if (!TOOLSET.matcher(name).matches()) {
        throw new HttpError(400, "'" + name + "' is no name of a toolset.");
      }
    }
    return names;
  }

  private static ToolSearchMode toolSearch(Optional<String> mode) {
    return switch (mode.orElse("off")) {
      case "off" -> ToolSearchMode.OFF;
      case "auto" -> ToolSearchMode.AUTO;
      case "on" -> ToolSearchMode.ON;
      default -> throw new HttpError(400, "'toolSearch' is off, auto or on.");
    };
  }

  // The name goes into the log and the audit trail: it must not be able to look like lines of them.
  private static String displayName(String name) {
    if (name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
      throw new HttpError(
          400, "The name has more than " + MAX_NAME + " characters or control characters.");
    }
    return name;
  }
}
