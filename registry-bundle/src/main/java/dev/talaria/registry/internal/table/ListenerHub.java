package dev.talaria.registry.internal.table;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolListener;
import dev.talaria.registry.internal.resolution.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells {@link ToolListener}s the difference between tables, as their filter sees it. Subscribing
 * and closing are safe on any thread; listeners run on the notifier's.
 */
public final class ListenerHub implements TableObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerHub.class);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  private final Supplier<ToolTable> table;

  private record Listener(
      Visibility visibility, ToolListener target, long generation, long epoch) {}

  /**
   * Creates the hub.
   *
   * @param table gives the table that is published now, to one who reads it
   */
  public ListenerHub(Supplier<ToolTable> table) {
    this.table = table;
  }

  /**
   * Subscribes a listener.
   *
   * @param visibility which tools it sees
   */
  public Subscription subscribe(Visibility visibility, ToolListener listener) {
    // A record compares by value; each subscription is to be ended on its own.
    ToolTable known = table.get();
    Listener mine = new Listener(visibility, listener, known.generation(), known.epoch());
    listeners.add(mine);
    return () -> listeners.removeIf(other -> other == mine);
  }

  /** Returns whether a listener would see one of these names' tools if it could be called. */
  boolean isWatched(ToolTable now, Collection<String> names) {
    for (Listener listener : listeners) {
      for (String name : names) {
        if (now.includes(listener.visibility(), now.entry(name))) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void published(ToolTable before, ToolTable after, Set<String> touched) {
    Map<Visibility, Optional<ToolChange>> byFilter = new HashMap<>();
    for (Listener listener : listeners) {
      if (after.isNotAfter(listener.generation(), listener.epoch())) {
        // It came after this table was published and has seen it.
        continue;
      }
      byFilter
          .computeIfAbsent(listener.visibility(), f -> difference(before, after, touched, f))
          .ifPresent(change -> tell(listener.target(), change));
    }
  }

  private static void tell(ToolListener listener, ToolChange change) {
    try {
      listener.toolsChanged(change);
    } catch (RuntimeException | LinkageError e) {
      LOG.error(
          "The tool listener {} failed at generation {}",
          listener.getClass().getName(),
          change.generation(),
          e);
    }
  }

  /** Returns what changed for one filter; empty: nothing. */
  static Optional<ToolChange> difference(
      ToolTable before, ToolTable after, Set<String> touched, Visibility visibility) {
    List<String> added = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    for (String name : new TreeSet<>(touched)) {
      NameEntry old = before.entry(name);
      NameEntry now = after.entry(name);
      boolean was = before.sees(visibility, old);
      boolean is = after.sees(visibility, now);
      if (is && !was) {
        added.add(name);
      } else if (was && !is) {
        removed.add(name);
      } else if (was && !isSame(old, now)) {
        changed.add(name);
      }
    }
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty()
        ? Optional.empty()
        : Optional.of(new ToolChange(after.generation(), added, removed, changed));
  }

  /**
   * Whether a consumer may go on as if nothing had happened; a suspension in between does not
   * count.
   */
  private static boolean isSame(NameEntry old, NameEntry now) {
    Contender one = old.resolution().top().orElseThrow();
    Contender other = now.resolution().top().orElseThrow();
    return one.owner().equals(other.owner())
        && one.document().equals(other.document())
        && old.condition().shown().equals(now.condition().shown())
        && old.standing().toolset().equals(now.standing().toolset())
        && one.candidate()
            .map(c -> c.deployment())
            .equals(other.candidate().map(c -> c.deployment()));
  }
}
