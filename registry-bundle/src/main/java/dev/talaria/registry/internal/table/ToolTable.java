package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.toolset.Catalog;
import dev.talaria.registry.internal.toolset.Members;
import java.util.Collection;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Who stands for which name, at one generation. Immutable; the next table shares what did not
 * change. The views made of it live and die with it.
 */
public final class ToolTable {
  private final long generation;
  private final long epoch;
  private final Inputs inputs;
  private final EntryMap entries;
  private final Catalog catalog;
  private final TableViews views;

  private ToolTable(long generation, long epoch, Inputs inputs, EntryMap entries, Catalog catalog) {
    this.generation = generation;
    this.epoch = epoch;
    this.inputs = inputs;
    this.entries = entries;
    this.catalog = catalog;
    this.views = new TableViews(this, catalog);
  }

  private ToolTable(ToolTable same, Inputs inputs) {
    this.generation = same.generation;
    this.epoch = same.epoch;
    this.inputs = inputs;
    this.entries = same.entries;
    this.catalog = same.catalog;
    this.views = same.views;
  }

  /** Returns the same table with inputs that make no difference to it. */
  ToolTable withInputs(Inputs other) {
    return new ToolTable(this, other);
  }

  /** Returns the next table, of the next generation. */
  ToolTable next(Inputs newInputs, EntryMap newEntries) {
    return new ToolTable(generation + 1, epoch, newInputs, newEntries, catalog);
  }

  /** Returns the table with the same tools in other conditions, of the next epoch. */
  ToolTable withConditions(EntryMap newEntries) {
    return new ToolTable(generation, epoch + 1, inputs, newEntries, catalog);
  }

  /** Returns the table with the same tools and other toolsets, of the next epoch. */
  ToolTable withCatalog(Catalog other) {
    return new ToolTable(generation, epoch + 1, inputs, entries, other);
  }

  static ToolTable empty() {
    return new ToolTable(0, 0, Inputs.EMPTY, EntryMap.empty(), Catalog.SHIPPED);
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

  /** Returns what the names of toolsets mean. */
  public Catalog catalog() {
    return catalog;
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
    return views.of(visibility);
  }

  /**
   * Returns a view that is made of that of one kind of session; made once for each variant and kept
   * with it.
   *
   * @param variant a value that names what is made
   */
  public ToolView view(Visibility visibility, Object variant, UnaryOperator<ToolView> make) {
    return views.of(visibility).variant(variant, make);
  }

  /** The predicate of a session: decides what is listed and what may be called. */
  public boolean sees(Visibility visibility, NameEntry entry) {
    return isOffered(entry) && includes(visibility, entry);
  }

  /** Returns whether the name's tool may be called by anybody. */
  boolean isOffered(NameEntry entry) {
    return entry != null && entry.isCallable() && views.allows(entry.standing());
  }

  /** Returns whether the session would see the name's tool if it could be called. */
  public boolean includes(Visibility visibility, NameEntry entry) {
    return entry != null && entry.standing() != null && views.of(visibility).includes(entry);
  }

  /** Returns why the operator's filter keeps a standing tool from all sessions; empty: it may. */
  public Optional<String> objection(NameEntry entry) {
    return entry.standing() == null ? Optional.empty() : views.objection(entry.standing());
  }

  /** Returns what the name of a toolset means. */
  public Members members(String toolset) {
    return catalog.members(toolset, views::isLive);
  }

  /** Returns whether tools stand in a toolset, or come from an MCP server, of this name. */
  public boolean hasToolset(String name) {
    return views.isLive(name);
  }
}
