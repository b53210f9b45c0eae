package dev.talaria.registry.internal.remote;

import dev.talaria.admin.RemoteServer;
import dev.talaria.admin.RemoteTool;
import dev.talaria.admin.ToolEvent;
import dev.talaria.admin.ToolRow;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Outage;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolRows;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The tools of one server. The lock orders what is said of the server, so that the table gets it in
 * the order in which it was said; under it only our own code runs. The timer ends the grace period.
 */
final class StandingServer implements RemoteServer {
  private final String server;
  private final OwnerId owner;
  private final String prefix;
  private final String toolset;
  private final RemoteCandidates candidates;
  private final TablePublisher publisher;
  private final BiFunction<Runnable, Duration, Future<?>> later;
  private final Consumer<RemoteServer> onClose;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Map<String, Candidate> standing = new TreeMap<>();

  /** Guarded by the lock. */
  private String version = "";

  /** Guarded by the lock. */
  private Optional<Outage> outage = Optional.empty();

  /** Guarded by the lock. Null: no grace period runs. */
  private Future<?> grace;

  /** Guarded by the lock. */
  private boolean closed;

  StandingServer(
      String server,
      OwnerId owner,
      String prefix,
      String toolset,
      RemoteCandidates candidates,
      TablePublisher publisher,
      BiFunction<Runnable, Duration, Future<?>> later,
      Consumer<RemoteServer> onClose) {
    this.server = server;
    this.owner = owner;
    this.prefix = prefix;
    this.toolset = toolset;
    this.candidates = candidates;
    this.publisher = publisher;
    this.later = later;
    this.onClose = onClose;
  }

  @Override
  public String server() {
    return server;
  }

  @Override
  public String toolset() {
    return toolset;
  }

  @Override
  public String prefix() {
    return prefix;
  }

  @Override
  public void replaceAll(List<RemoteTool> tools, String newVersion) {
    Set<String> names = new HashSet<>();
    for (RemoteTool tool : tools) {
      if (!names.add(tool.declaration().name())) {
        throw new IllegalArgumentException(
            "The server " + server + " cannot offer " + tool.declaration().name() + " twice");
      }
    }
    locked(
        () -> {
          List<InputChange> changes = new ArrayList<>();
          for (Candidate known : List.copyOf(standing.values())) {
            if (!names.contains(known.name())) {
              standing.remove(known.name());
              changes.add(new InputChange.Left(known));
            }
          }
          version = newVersion;
          tools.forEach(tool -> place(tool, changes));
          boolean wasOut = reach(changes);
          publisher.apply(
              changes,
              new Occasion(
                  ToolEvent.REFRESHED,
                  "the server " + server + " said what it offers (" + tools.size() + " tools)"));
          if (wasOut) {
            bindings().forEach(Binding::reattach);
          }
        });
  }

  @Override
  public void put(RemoteTool tool) {
    locked(
        () -> {
          List<InputChange> changes = new ArrayList<>();
          place(tool, changes);
          publisher.apply(changes);
        });
  }

  /** Puts a tool in its place; notes what that changes, which may be nothing. */
  private void place(RemoteTool tool, List<InputChange> changes) {
    Candidate known = standing.get(tool.declaration().name());
    Candidate next = candidates.of(tool, known, version);
    if (next == known) {
      return;
    }
    standing.put(next.name(), next);
    if (known != null) {
      changes.add(new InputChange.Left(known));
    }
    changes.add(new InputChange.Arrived(next));
    if (isWaiting()) {
      next.binding().detach();
    }
  }

  @Override
  public boolean remove(String name) {
    lock.lock();
    try {
      requireOpen();
      Candidate known = standing.remove(name);
      if (known != null) {
        publisher.apply(new InputChange.Left(known));
      }
      return known != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unavailable(String reason, Duration graceTime) {
    locked(
        () -> {
          boolean waits = outage.isEmpty() ? graceTime.toNanos() > 0 : isWaiting();
          boolean begins = waits && outage.isEmpty();
          if (begins) {
            // Before the table says so: a call that meets the old table waits as well.
            bindings().forEach(Binding::detach);
          }
          become(Optional.of(new Outage(reason, waits)), reason);
          if (begins) {
            grace = later.apply(this::graceEnded, graceTime);
          }
        });
  }

  private void graceEnded() {
    lock.lock();
    try {
      if (!closed && isWaiting()) {
        grace = null;
        String reason = outage.get().reason();
        become(Optional.of(new Outage(reason, false)), "it did not come back in time: " + reason);
        // Those who wait read the table, which refuses them now.
        bindings().forEach(Binding::reattach);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void available() {
    locked(
        () -> {
          List<InputChange> changes = new ArrayList<>();
          if (reach(changes)) {
            publisher.apply(changes, new Occasion(ToolEvent.CONNECTION, "its server is back"));
            bindings().forEach(Binding::reattach);
          }
        });
  }

  /** Ends an outage; returns whether there was one. */
  private boolean reach(List<InputChange> changes) {
    if (grace != null) {
      grace.cancel(false);
      grace = null;
    }
    if (outage.isEmpty()) {
      return false;
    }
    outage = Optional.empty();
    changes.add(new InputChange.Outaged(owner, outage));
    return true;
  }

  private void become(Optional<Outage> now, String detail) {
    outage = now;
    publisher.apply(
        new InputChange.Outaged(owner, now), new Occasion(ToolEvent.CONNECTION, detail));
  }

  private boolean isWaiting() {
    return outage.filter(Outage::waiting).isPresent();
  }

  private List<Binding> bindings() {
    return standing.values().stream().map(Candidate::binding).toList();
  }

  @Override
  public List<ToolRow> tools() {
    List<ToolRow> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    locked(() -> names.addAll(standing.keySet()));
    ToolTable table = publisher.table();
    for (String name : names) {
      NameEntry entry = table.entry(name);
      if (entry != null) {
        ToolRows.of(table, entry).stream()
            .filter(row -> row.info().owner().equals(owner.name()))
            .forEach(rows::add);
      }
    }
    return rows;
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      requireOpen();
      action.run();
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The server " + server + " was closed");
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      List<InputChange> changes = new ArrayList<>();
      standing.values().forEach(known -> changes.add(new InputChange.Left(known)));
      standing.clear();
      reach(changes);
      publisher.apply(
          changes, new Occasion(ToolEvent.LEFT, "its server " + server + " was taken away"));
    } finally {
      lock.unlock();
    }
    onClose.accept(this);
  }
}
