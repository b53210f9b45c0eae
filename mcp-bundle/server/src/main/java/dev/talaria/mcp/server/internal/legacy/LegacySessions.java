package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.admin.AccessControl.Principal;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.protocol.Revision;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sessions. A place is taken before a session is opened and given back when it ends, so the
 * limits hold under any race: the counts and flags are guarded by the object, the registry is
 * called without it. Ids are 192 random bits; a session answers only to the principal that opened
 * it.
 */
public final class LegacySessions {
  private static final Logger LOG = LoggerFactory.getLogger(LegacySessions.class);
  private static final int ID_BYTES = 24;
  private static final long WARN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Who the limit per client counts. */
  private record Client(String principal, String address) {}

  /** What came of opening a session. */
  sealed interface Opened {
    /** It is open. */
    record Open(LegacySession session) implements Opened {}

    /** There are too many. */
    record Full(int status, String message) implements Opened {}
  }

  private final RegistryAdmin registry;
  private final Askers askers;
  private final ChangeBroadcaster changes;
  private final Supplier<ServerSettings> settings;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, LegacySession> sessions = new ConcurrentHashMap<>();
  private final Map<Client, Integer> places = new HashMap<>();
  private int taken;
  private boolean closed;
  private long warnedAt = System.nanoTime() - WARN_EVERY_NANOS;

  /** Opens sessions of this registry. */
  public LegacySessions(
      RegistryAdmin registry,
      Askers askers,
      ChangeBroadcaster changes,
      Supplier<ServerSettings> settings) {
    this.askers = Objects.requireNonNull(askers, "askers");
    this.registry = Objects.requireNonNull(registry, "registry");
    this.changes = Objects.requireNonNull(changes, "changes");
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  Opened open(Caller caller, Revision revision, String clientName, ClientAbilities abilities) {
    Client client = new Client(caller.principal().name(), caller.address());
    Optional<Opened.Full> full = takePlace(client);
    if (full.isPresent()) {
      report(client, full.get());
      return full.get();
    }
    LegacySession session;
    try {
      session = create(caller, revision, clientName, abilities);
    } catch (RuntimeException e) {
      givePlaceBack(client);
      throw e;
    }
    sessions.put(session.id(), session);
    session.start();
    if (isClosed()) {
      end(session);
      return new Opened.Full(503, "The server is stopping.");
    }
    return new Opened.Open(session);
  }

  private LegacySession create(
      Caller caller, Revision revision, String clientName, ClientAbilities abilities) {
    Principal principal = caller.principal();
    ToolSession tools =
        registry.openSession(
            new SessionSpec(
                principal.name(),
                clientName,
                ToolFilter.named(principal.toolsets()),
                principal.workspaceRoots(),
                SessionOptions.PLAIN.searching(principal.toolSearch()).askingBy(askers)));
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return new LegacySession(
        Base64.getUrlEncoder().withoutPadding().encodeToString(id),
        caller,
        revision,
        clientName,
        abilities,
        tools,
        changes);
  }

  /** Returns the session of this id if the caller may use it; to anybody else it does not exist. */
  Optional<LegacySession> find(String id, Caller caller) {
    Optional<LegacySession> session =
        Optional.ofNullable(sessions.get(id))
            .filter(s -> s.caller().principal().name().equals(caller.principal().name()));
    session.ifPresent(LegacySession::used);
    return session;
  }

  void end(LegacySession session) {
    if (sessions.remove(session.id(), session)) {
      givePlaceBack(new Client(session.caller().principal().name(), session.caller().address()));
      session.close();
    }
  }

  /** Ends the sessions that nobody has used for too long. */
  public void endIdle() {
    for (LegacySession session : sessions.values()) {
      if (session.isIdle(settings.get().sessionIdle())) {
        LOG.debug("Ending an idle session of {}.", session.caller().principal().name());
        end(session);
      }
    }
  }

  /** Ends all sessions; none is opened any more. */
  public void close() {
    synchronized (this) {
      closed = true;
    }
    sessions.values().forEach(this::end);
  }

  List<LegacySession> all() {
    return List.copyOf(sessions.values());
  }

  /** Who asks for too many sessions shall not fill the log either. */
  private void report(Client client, Opened.Full full) {
    synchronized (this) {
      long now = System.nanoTime();
      if (now - warnedAt < WARN_EVERY_NANOS) {
        return;
      }
      warnedAt = now;
    }
    LOG.warn(
        "Refused a session for {} at {}: {} (said once a minute at most)",
        client.principal(),
        client.address(),
        full.message());
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized Optional<Opened.Full> takePlace(Client client) {
    ServerSettings limits = settings.get();
    if (closed) {
      return Optional.of(new Opened.Full(503, "The server is stopping."));
    }
    if (taken >= limits.maxSessions()) {
      return Optional.of(
          new Opened.Full(
              503,
              "Too many sessions are open (limit "
                  + limits.maxSessions()
                  + "). Try again later, or raise max_sessions of dev.talaria.mcp.server."));
    }
    int own = places.getOrDefault(client, 0);
    if (own >= limits.maxSessionsPerClient()) {
      return Optional.of(
          new Opened.Full(
              429,
              "You have too many sessions open (limit "
                  + limits.maxSessionsPerClient()
                  + "). End some with DELETE, or raise max_sessions_per_client of"
                  + " dev.talaria.mcp.server."));
    }
    places.put(client, own + 1);
    taken++;
    return Optional.empty();
  }

  private synchronized void givePlaceBack(Client client) {
    taken--;
    places.computeIfPresent(client, (c, own) -> own == 1 ? null : own - 1);
  }
}
