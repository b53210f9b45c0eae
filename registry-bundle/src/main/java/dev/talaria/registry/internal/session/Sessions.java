package dev.talaria.registry.internal.session;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.call.Caller;
import dev.talaria.registry.internal.result.Recipient;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The open sessions. Lock-free. */
public final class Sessions implements AutoCloseable {
  private final Supplier<ToolTable> table;
  private final CallEngine engine;
  private final ListenerHub listeners;
  private final Executor closing;
  private final Set<BusSession> open = ConcurrentHashMap.newKeySet();

  /**
   * Creates the keeper of sessions.
   *
   * @param closing runs what tools do when their state is dropped
   */
  public Sessions(
      Supplier<ToolTable> table, CallEngine engine, ListenerHub listeners, Executor closing) {
    this.table = table;
    this.engine = engine;
    this.listeners = listeners;
    this.closing = closing;
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
    return open(
        spec,
        Visibility.of(spec.principal(), spec.filter(), spec.options().agent()),
        session -> {});
  }

  /**
   * Opens a session that is part of another.
   *
   * @param alsoOnClose run when it ends
   */
  BusSession open(SessionSpec spec, Visibility visibility, Consumer<BusSession> alsoOnClose) {
    Caller caller = new Caller(UUID.randomUUID().toString(), spec, visibility);
    BusSession session =
        new BusSession(caller, table, engine, listeners, this, alsoOnClose.andThen(this::ended));
    open.add(session);
    return session;
  }

  private void ended(BusSession session) {
    open.remove(session);
    closing.execute(session.caller().state()::end);
  }

  /** Drops what the tools of a bundle kept for any session; runs their code later. */
  public void drop(ProviderScope scope) {
    closing.execute(() -> open.forEach(session -> session.caller().state().drop(scope)));
  }

  @Override
  public void close() {
    open.forEach(BusSession::close);
  }
}
