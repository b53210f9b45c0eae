package dev.talaria.mcp.server.internal.modern;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.ConnectedClients.Client;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.wire.protocol.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One tool session for each principal that speaks the modern era: opened at its first request, kept
 * while requests use it, closed some time after the last. A principal whose toolsets or workspace
 * change gets another one. The map and its entries are guarded by the object. The registry opens a
 * session under it, so that a principal never has two; sessions are closed without it.
 */
public final class ModernSessions {
  private static final class Entry {
    final ToolSession tools;
    final Instant since = Instant.now();
    String client = "";
    int users;
    int listeners;
    long lastUsed;

    Entry(ToolSession tools) {
      this.tools = tools;
    }
  }

  /** The use of a session by one request; closing it twice does nothing more. */
  public final class Lease implements AutoCloseable {
    private final Entry entry;
    private final boolean listening;
    private boolean over;

    private Lease(Entry entry, boolean listening) {
      this.entry = entry;
      this.listening = listening;
    }

    ToolSession tools() {
      return entry.tools;
    }

    @Override
    public void close() {
      synchronized (ModernSessions.this) {
        if (over) {
          return;
        }
        over = true;
        entry.users--;
        entry.listeners -= listening ? 1 : 0;
        entry.lastUsed = System.nanoTime();
      }
    }
  }

  private final RegistryAdmin registry;
  private final Askers askers;
  private final Map<Principal, Entry> entries = new HashMap<>();
  private boolean closed;

  /** Opens sessions of this registry. */
  public ModernSessions(RegistryAdmin registry, Askers askers) {
    this.askers = Objects.requireNonNull(askers, "askers");
    this.registry = Objects.requireNonNull(registry, "registry");
  }

  /**
   * Returns the principal's session for one request.
   *
   * @throws IllegalStateException if the server is stopping
   */
  synchronized Lease lease(Principal principal, String client, boolean listening) {
    if (closed) {
      throw new IllegalStateException("the server is stopping");
    }
    Entry entry = entries.computeIfAbsent(principal, p -> new Entry(open(p, client)));
    entry.users++;
    entry.listeners += listening ? 1 : 0;
    entry.lastUsed = System.nanoTime();
    if (!client.isEmpty()) {
      entry.client = client;
    }
    return new Lease(entry, listening);
  }

  private ToolSession open(Principal principal, String client) {
    return registry.openSession(
        new SessionSpec(
            principal.name(),
            client,
            ToolFilter.named(principal.toolsets()),
            principal.workspaceRoots(),
            SessionOptions.PLAIN.searching(principal.toolSearch()).askingBy(askers)));
  }

  /** Closes the sessions that no request has used for this long. */
  public void endIdle(Duration limit) {
    List<ToolSession> idle = new ArrayList<>();
    synchronized (this) {
      long now = System.nanoTime();
      entries
          .values()
          .removeIf(
              entry -> {
                boolean unused = entry.users == 0 && now - entry.lastUsed > limit.toNanos();
                if (unused) {
                  idle.add(entry.tools);
                }
                return unused;
              });
    }
    idle.forEach(ToolSession::close);
  }

  /** Closes all sessions; none is opened any more. */
  public void close() {
    List<ToolSession> all;
    synchronized (this) {
      closed = true;
      all = entries.values().stream().map(entry -> entry.tools).toList();
      entries.clear();
    }
    all.forEach(ToolSession::close);
  }

  /** Returns the principals with a session. */
  public synchronized List<Client> clients() {
    return entries.entrySet().stream()
        .map(
            e ->
                new Client(
                    e.getValue().client,
                    e.getKey().name(),
                    Era.MODERN.label(),
                    e.getValue().since,
                    e.getValue().listeners > 0))
        .toList();
  }
}
