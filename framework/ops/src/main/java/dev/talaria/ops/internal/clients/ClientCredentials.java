package dev.talaria.ops.internal.clients;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.AuditLog;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.ops.internal.environment.SteadyClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Issues credentials that are bound to a workspace and to toolsets, to stdio bridges. Requests come
 * on the server's threads; one thread of its own forgets expired ones and says so in the audit
 * trail. The table guards itself.
 */
@Component(service = ClientCredentials.class)
public final class ClientCredentials {
  public static final Duration LIFETIME = Duration.ofSeconds(45);
  public static final int LIMIT = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ClientCredentials.class);
  private static final long SWEEP_SECONDS = 5;

  private final ClientTable table = new ClientTable(new SteadyClock(), LIFETIME, LIMIT);
  private final AuditLog audit;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "talaria-ops-clients");
            thread.setDaemon(true);
            return thread;
          });

  @Activate
  public ClientCredentials(@Reference AuditLog audit) {
    this.audit = audit;
    sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  @Deactivate
  void close() {
    sweeper.shutdownNow();
  }

  /** Issues a credential; empty when {@link #LIMIT} are in force. */
  public Optional<IssuedClient> issue(
      String name, Set<String> toolsets, List<Path> workspaceRoots, ToolSearchMode toolSearch) {
    Optional<IssuedClient> issued = table.issue(toolsets, workspaceRoots, toolSearch);
    issued.ifPresent(
        client -> {
          audit.record("client.issued", Map.of("client", client.principal().name(), "name", name));
          LOG.info("Client {} came ({}).", client.id(), name);
        });
    return issued;
  }

  /** Prolongs a credential; false if there is none of this id in force. */
  public boolean heartbeat(String id) {
    return table.heartbeat(id);
  }

  /** Ends a credential; false if there was none of this id in force. */
  public boolean release(String id) {
    boolean released = table.release(id);
    if (released) {
      audit.record("client.released", Map.of("client", "client:" + id));
      LOG.info("Client {} left.", id);
    }
    return released;
  }

  public Optional<Principal> principalOf(String token) {
    return table.principalOf(token);
  }

  /** Returns how many credentials are in force. */
  public int size() {
    return table.size();
  }

  private void sweep() {
    for (String id : table.removeExpired()) {
      audit.record("client.expired", Map.of("client", "client:" + id));
      LOG.info(
          "Client {} has not been heard of for {} s; its credential ended.",
          id,
          LIFETIME.toSeconds());
    }
  }
}
