package dev.talaria.registry.internal.session;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.call.Asides;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.call.Caller;
import dev.talaria.registry.internal.result.Recipient;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open sessions. Lock-free. */
public final class Sessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  /** Names come from clients: what is remembered of them has a bound. */
  private static final int MAX_WARNED = 1000;

  private final Supplier<ToolTable> table;
  private final CallEngine engine;
  private final ListenerHub listeners;
  private final Asides asides;
  private final PrincipalFilters principals;
  private final ToolSearch search;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();
  private final Set<BusSession> open = ConcurrentHashMap.newKeySet();

  /**
   * Creates the keeper of sessions.
   *
   * @param asides runs what tools do when their state is dropped
   */
  public Sessions(
      Supplier<ToolTable> table,
      CallEngine engine,
      ListenerHub listeners,
      Asides asides,
      PrincipalFilters principals,
      ToolSearch search) {
    this.table = table;
    this.engine = engine;
    this.listeners = listeners;
    this.asides = asides;
    this.principals = principals;
    this.search = search;
  }

  /** Returns who gets the results of an open session; empty: there is none of this id. */
  public Optional<Recipient> recipient(String sessionId) {
    return open.stream()
        .map(BusSession::caller)
        .filter(caller -> caller.sessionId().equals(sessionId))
        .map(Caller::recipient)
        .findFirst();
  }

  /** Opens a session; whoever opened it closes it. */
  public ToolSession open(SessionSpec spec) {
    return open(spec, Optional.empty());
  }

  /**
   * Opens a session; whoever opened it closes it.
   *
   * @param maker the bundle whose code makes its calls by itself; empty: a client or the core
   */
  public ToolSession open(SessionSpec spec, Optional<OwnerId> maker) {
    warnOfUnknown(spec);
    return open(
        spec,
        Visibility.of(spec.principal(), spec.filter(), spec.options().agent()),
        maker,
        0,
        session -> {});
  }

  /**
   * Opens a session that is part of another.
   *
   * @param maker as of the session that it is part of
   * @param depth how many sessions it is inside of
   * @param alsoOnClose run when it ends
   */
  BusSession open(
      SessionSpec spec,
      Visibility visibility,
      Optional<OwnerId> maker,
      int depth,
      Consumer<BusSession> alsoOnClose) {
    principals.opened(spec.principal());
    Caller caller = new Caller(UUID.randomUUID().toString(), spec, visibility, maker);
    BusSession session =
        new BusSession(
            caller, table, engine, listeners, this, depth, alsoOnClose.andThen(this::ended));
    open.add(session);
    return session;
  }

  ToolSearch search() {
    return search;
  }

  /** Says once what a session asks for in vain: it may be a typing error. */
  private void warnOfUnknown(SessionSpec spec) {
    if (spec.filter().equals(ToolFilter.ALL) || warned.size() >= MAX_WARNED) {
      return;
    }
    ToolTable now = table.get();
    for (String name : now.catalog().unknown(spec.filter(), now::hasToolset)) {
      if (warned.add(name)) {
        LOG.warn(
            "A session of {} names the toolset '{}', which does not exist now"
                + " (talaria toolsets lists them)",
            spec.principal(),
            name);
      }
    }
  }

  private void ended(BusSession session) {
    open.remove(session);
    principals.closed(session.principal());
    session.caller().state().end(asides);
  }

  /** Drops what the tools of a bundle kept for any session; their code runs later. */
  public void drop(ProviderScope scope) {
    open.forEach(session -> session.caller().state().drop(scope, asides));
  }

  @Override
  public void close() {
    open.forEach(BusSession::close);
  }
}
