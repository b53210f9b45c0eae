package dev.talaria.registry.internal.gate;

import dev.talaria.registry.internal.tool.OwnerId;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets a bounded number of calls into a tool, or into all tools of an owner, at once. The others
 * wait in the order in which they came, holding no thread; so many may wait and no more.
 *
 * <p>What a gate is for is named by owner and tool, not by a version: calls still in the old
 * version count while the new one takes over, and those who wait keep their places. A gate is there
 * while somebody is inside or waits.
 *
 * <p>Each gate is guarded by its own monitor, under which only our own code runs.
 */
public final class Gates {
  private final Map<Key, Gate> gates = new ConcurrentHashMap<>();
  private final int maxWaiting;

  /**
   * What is entered.
   *
   * @param tool its name; empty: any tool of the owner
   */
  public record Key(OwnerId owner, String tool) {}

  private static final class Gate {
    private int inside;
    private int limit;
    private final Set<Place> waiting = new LinkedHashSet<>();
    private boolean unused;
  }

  /**
   * Creates the gates.
   *
   * @param maxWaiting how many may wait at one gate
   */
  public Gates(int maxWaiting) {
    this.maxWaiting = maxWaiting;
  }

  /** Returns how many gates are in use. */
  public int size() {
    return gates.size();
  }

  /** Returns how many wait. */
  public int waiting() {
    int all = 0;
    for (Gate gate : gates.values()) {
      synchronized (gate) {
        all += gate.waiting.size();
      }
    }
    return all;
  }

  /**
   * Goes in or begins to wait.
   *
   * @param limit how many may be inside, as it holds now
   * @return empty: too many wait already
   */
  public Optional<Place> join(Key key, int limit) {
    for (; ; ) {
      Gate gate = gates.computeIfAbsent(key, k -> new Gate());
      synchronized (gate) {
        if (gate.unused) {
          continue;
        }
        gate.limit = limit;
        Place place = new Place(key, gate);
        if (gate.inside < limit && gate.waiting.isEmpty()) {
          gate.inside++;
          place.inside = true;
        } else if (gate.waiting.size() < maxWaiting) {
          gate.waiting.add(place);
        } else {
          return Optional.empty();
        }
        return Optional.of(place);
      }
    }
  }

  /** One call's place inside or in the line. */
  public final class Place {
    private final Key key;
    private final Gate gate;

    /** Guarded by the gate. */
    private boolean inside;

    /** Guarded by the gate. */
    private boolean left;

    /** Guarded by the gate. */
    private Runnable turn;

    private Place(Key key, Gate gate) {
      this.key = key;
      this.gate = gate;
    }

    public Key key() {
      return key;
    }

    /**
     * Asks to be told, once, when this place is inside.
     *
     * @param action our own and short; runs on the thread of whoever leaves
     * @return false: it is inside already, and nothing will be told
     */
    public boolean awaitTurn(Runnable action) {
      synchronized (gate) {
        if (inside) {
          return false;
        }
        turn = action;
        return true;
      }
    }

    /** Comes out, or leaves the line; lets in whoever is next. More than once is once. */
    public void leave() {
      Place next = null;
      synchronized (gate) {
        if (left) {
          return;
        }
        left = true;
        if (inside) {
          gate.inside--;
          if (gate.inside < gate.limit && !gate.waiting.isEmpty()) {
            next = gate.waiting.iterator().next();
            gate.waiting.remove(next);
            gate.inside++;
            next.inside = true;
          }
        } else {
          gate.waiting.remove(this);
        }
        if (gate.inside == 0 && gate.waiting.isEmpty()) {
          gate.unused = true;
          gates.remove(key, gate);
        }
      }
      if (next != null) {
        next.tell();
      }
    }

    private void tell() {
      Runnable action;
      synchronized (gate) {
        action = turn;
        turn = null;
      }
      if (action != null) {
        action.run();
      }
    }
  }
}
