package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.model.Inputs;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who stands for which name, at one generation. Immutable; the next table shares what did not
 * change. The views made of it live and die with it.
 */
public final class ToolTable {
  /** Kinds of sessions beyond this number get views of their own, so that the map has a bound. */
  private static final int MAX_SHARED_VIEWS = 256;

  private final long generation;
  private final long epoch;
  private final Inputs inputs;
  private final EntryMap entries;
  private final ToolView everything;
  private final Map<Visibility, ToolView> views;

  private ToolTable(long generation, long epoch, Inputs inputs, EntryMap entries) {
    this.generation = generation;
    this.epoch = epoch;
    this.inputs = inputs;
    this.entries = entries;
    this.everything = new TableView(this, Visibility.ALL);
    this.views = new ConcurrentHashMap<>();
  }

  private ToolTable(ToolTable same, Inputs inputs) {
    this.generation = same.generation;
    this.epoch = same.epoch;
    this.inputs = inputs;
    this.entries = same.entries;
    this.everything = same.everything;
    this.views = same.views;
  }

  /** Returns the same table with inputs that make no difference to it. */
  ToolTable withInputs(Inputs other) {
    return new ToolTable(this, other);
  }

  /** Returns the next table, of the next generation. */
  ToolTable next(Inputs newInputs, EntryMap newEntries) {
    return new ToolTable(generation + 1, epoch, newInputs, newEntries);
  }

  /** Returns the table with the same tools in other conditions, of the next epoch. */
  ToolTable withConditions(EntryMap newEntries) {
    return new ToolTable(generation, epoch + 1, inputs, newEntries);
  }

  static ToolTable empty() {
    return new ToolTable(0, 0, Inputs.EMPTY, EntryMap.empty());
  }

  public long generation() {
    return generation;
  }

  /** Returns the epoch of availability. */
  public long epoch() {
    return epoch;
  }

  /** Returns whether this table was published at the same time as the other or before it. */
  boolean isNotAfter(long otherGeneration, long otherEpoch) {
    return generation <= otherGeneration && epoch <= otherEpoch;
  }

  /** Returns what this table was resolved from. */
  public Inputs inputs() {
    return inputs;
  }

  /** Returns what is known of a name; null: nothing. */
  public NameEntry entry(String name) {
    return entries.get(name);
  }

  /** Returns all names that anybody asks for, ordered by name. */
  public Collection<NameEntry> entries() {
    return entries.ordered();
  }

  EntryMap map() {
    return entries;
  }

  /** Returns the view of one kind of session. */
  public ToolView view(Visibility visibility) {
    if (visibility.equals(Visibility.ALL)) {
      return everything;
    }
    ToolView known = views.get(visibility);
    if (known != null) {
      return known;
    }
    ToolView made = new TableView(this, visibility);
    if (views.size() >= MAX_SHARED_VIEWS) {
      return made;
    }
    ToolView other = views.putIfAbsent(visibility, made);
    return other == null ? made : other;
  }

  /** The predicate of a session: decides what is listed and what may be called. */
  public boolean sees(Visibility visibility, NameEntry entry) {
    return entry != null && entry.isCallable() && includes(visibility, entry);
  }

  /** Returns whether the session would see the name's tool if it could be called. */
  public boolean includes(Visibility visibility, NameEntry entry) {
    if (entry == null || entry.standing() == null) {
      return false;
    }
    String toolset = entry.standing().toolset();
    for (ToolFilter filter : visibility.filters()) {
      if (filter.disabled().contains(toolset)
          || !(filter.enabled().isEmpty() || filter.enabled().get().contains(toolset))) {
        return false;
      }
    }
    return true;
  }
}
