package dev.talaria.registry.internal.table;

import io.vavr.collection.HashMap;
import java.util.Collection;
import org.pcollections.PMap;
import org.pcollections.TreePMap;

/**
 * The entries of a table by name. Immutable; a changed copy shares what did not change.
 *
 * <p>Kept twice: calls look names up in a trie with wide nodes, whose cost hardly grows with the
 * number of tools, and lists walk a tree that is in order. Only writers pay for both.
 */
final class EntryMap {
  private static final EntryMap EMPTY = new EntryMap(HashMap.empty(), TreePMap.empty());

  private final HashMap<String, NameEntry> byName;
  private final PMap<String, NameEntry> ordered;

  private EntryMap(HashMap<String, NameEntry> byName, PMap<String, NameEntry> ordered) {
    this.byName = byName;
    this.ordered = ordered;
  }

  static EntryMap empty() {
    return EMPTY;
  }

  /** Returns the entry of a name; null: there is none. */
  NameEntry get(String name) {
    return byName.getOrElse(name, null);
  }

  /** Returns the entries, ordered by name; unmodifiable. */
  Collection<NameEntry> ordered() {
    return ordered.values();
  }

  int size() {
    return byName.size();
  }

  EntryMap plus(String name, NameEntry entry) {
    return new EntryMap(byName.put(name, entry), ordered.plus(name, entry));
  }

  EntryMap minus(String name) {
    return new EntryMap(byName.remove(name), ordered.minus(name));
  }
}
