package dev.talaria.launcher.stdio;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The bridge's own credential, bound to its workspace and toolsets. A thread of its own tells the
 * runtime every few seconds that the bridge is alive, and the bridge when the runtime is not.
 */
final class Credential implements AutoCloseable {
  private static final long HEARTBEAT_SECONDS = 15;

  // A runtime that is told to end closes its streams first and its doors a little later.
  private static final long SECOND_LOOK_MILLIS = 500;

  private final RuntimeClient runtime;
  private final String id;
  private final String token;
  private final URI mcpUrl;
  private volatile Runnable onLost = () -> {};
  private final ScheduledExecutorService heartbeat =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "talaria-stdio-heartbeat");
            thread.setDaemon(true);
            return thread;
          });

  private Credential(RuntimeClient runtime, JsonNode issued) {
    this.runtime = runtime;
    this.id = issued.path("id").asString("");
    this.token = issued.path("token").asString("");
    this.mcpUrl = URI.create(issued.path("mcpUrl").asString(""));
  }

  /**
   * Asks the runtime for a credential.
   *
   * @param toolSearch off, auto or on
   */
  static Credential issue(
      RuntimeClient runtime, List<String> workspace, List<String> toolsets, String toolSearch) {
    ObjectNode request = Json.object();
    request.put("name", "stdio");
    workspace.forEach(request.putArray("workspace")::add);
    toolsets.forEach(request.putArray("toolsets")::add);
    request.put("toolSearch", toolSearch);
    return new Credential(runtime, runtime.post("/clients", request));
  }

  /** Begins to say that the bridge is alive; the action runs once when the runtime is gone. */
  void keepAlive(Runnable onLost) {
    this.onLost = onLost;
    heartbeat.scheduleWithFixedDelay(
        this::beat, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
  }

  /** Looks now, and again in a moment, whether the runtime is still there. */
  void doubt() {
    try {
      heartbeat.execute(this::beat);
      heartbeat.schedule(this::beat, SECOND_LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The bridge is ending; nobody doubts any more.
    }
  }

  private void beat() {
    try {
      runtime.post("/clients/" + RuntimeClient.segment(id) + "/heartbeat", Json.object());
    } catch (RefusedException e) {
      heartbeat.shutdown();
      onLost.run();
    }
  }

  String token() {
    return token;
  }

  URI mcpUrl() {
    return mcpUrl;
  }

  /** Gives the credential back; it would expire anyway. */
  @Override
  public void close() {
    heartbeat.shutdownNow();
    try {
      runtime.delete("/clients/" + RuntimeClient.segment(id));
    } catch (RefusedException e) {
      // The runtime is gone or going; the credential went with it.
    }
  }
}
