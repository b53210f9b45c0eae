package dev.talaria.registry.internal.remote;

import dev.talaria.admin.RemoteServer;
import dev.talaria.api.Origin;
import dev.talaria.pipeline.ToolNames;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** The servers whose tools the registry has. Lock-free. */
public final class RemoteServers {
  private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9_]");

  private final TablePublisher publisher;
  private final JsonMapper mapper;
  private final BiFunction<Runnable, Duration, Future<?>> later;
  private final Set<String> open = ConcurrentHashMap.newKeySet();

  /** Half-way between the ids of registrations and those of services; neither gets here. */
  private final AtomicLong ids = new AtomicLong(Long.MIN_VALUE / 2);

  /**
   * Creates the keeper of servers.
   *
   * @param later runs a short action of ours after a delay, on another thread
   */
  public RemoteServers(
      TablePublisher publisher,
      JsonMapper mapper,
      BiFunction<Runnable, Duration, Future<?>> later) {
    this.publisher = publisher;
    this.mapper = mapper;
    this.later = later;
  }

  /**
   * Opens a server, without tools yet.
   *
   * @param onClose hears when it was closed
   * @throws IllegalArgumentException if no server can have this name
   * @throws IllegalStateException if it is open already
   */
  public RemoteServer open(String server, Consumer<RemoteServer> onClose) {
    String toolset = "mcp-" + server;
    if (server.isEmpty() || !ToolNames.isValidToolset(toolset)) {
      throw new IllegalArgumentException(
          "'"
              + server
              + "' cannot be the name of a server: it must consist of lower-case letters, digits,"
              + " _ and -, at most 60 characters");
    }
    if (!open.add(server)) {
      throw new IllegalStateException("The server " + server + " is open already");
    }
    OwnerId owner = new OwnerId(Origin.MCP, "mcp:" + server);
    String prefix = "mcp__" + UNUSUAL.matcher(server).replaceAll("_") + "__";
    ProviderScope scope = new ProviderScope(owner, "", mapper);
    return new StandingServer(
        server,
        owner,
        prefix,
        toolset,
        new RemoteCandidates(scope, prefix, toolset, mapper, ids),
        publisher,
        later,
        closing -> {
          scope.leave();
          open.remove(server);
          onClose.accept(closing);
        });
  }
}
