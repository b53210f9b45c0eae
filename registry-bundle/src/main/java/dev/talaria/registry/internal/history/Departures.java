package dev.talaria.registry.internal.history;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What happened to names that are gone, the latest ones only. Its own short lock guards it: the
 * publisher writes, and whoever asks for a name that is gone reads.
 */
public final class Departures {
  /** How many names are remembered. */
  static final int MAX_NAMES = 1_024;

  private final Map<String, NameHistory> gone =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, NameHistory> eldest) {
          return size() > MAX_NAMES;
        }
      };

  /** Remembers a name that has just gone. */
  public synchronized void remember(String name, NameHistory history) {
    gone.remove(name);
    gone.put(name, history);
  }

  /** Returns what happened to a name that is there again, and forgets it. */
  public synchronized NameHistory recall(String name) {
    NameHistory known = gone.remove(name);
    return known == null ? NameHistory.NONE : known;
  }

  /** Returns what happened to a name that is gone, if it is remembered. */
  public synchronized Optional<NameHistory> of(String name) {
    return Optional.ofNullable(gone.get(name));
  }

  /** Returns how many names are remembered. */
  public synchronized int size() {
    return gone.size();
  }
}
