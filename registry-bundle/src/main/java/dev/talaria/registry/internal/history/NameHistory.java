package dev.talaria.registry.internal.history;

import dev.talaria.admin.NameChange;
import dev.talaria.admin.Since;
import dev.talaria.admin.ToolEvent;
import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What happened to one name: since when each of its candidates fares as it does, and the latest
 * changes. Immutable and bounded; holds texts only, so that nothing of a bundle that is gone stays
 * reachable.
 */
public final class NameHistory {
  /** How many changes of one name are kept. */
  static final int MAX_CHANGES = 8;

  /** Nothing happened yet. */
  public static final NameHistory NONE = new NameHistory(List.of(), List.of());

  /** In the order of the resolution's steps. */
  private final List<Since> steps;

  private final List<NameChange> changes;

  private NameHistory(List<Since> steps, List<NameChange> changes) {
    this.steps = steps;
    this.changes = changes;
  }

  /** Returns since when a step is as it is; the index is that in the resolution. */
  public Since since(int step) {
    return steps.get(step);
  }

  /** Returns the latest changes, newest first. */
  public List<NameChange> changes() {
    return changes;
  }

  /**
   * Returns the history after one more publication.
   *
   * @param old what it belongs to; empty: the name was not there
   * @param now what came out
   */
  public NameHistory next(
      Optional<Resolution> old, Resolution now, Moment moment, Occasion occasion) {
    Since latest = moment.since(occasion);
    List<Step> before = old.map(Resolution::steps).orElse(List.of());
    Map<Key, Integer> places = new HashMap<>();
    for (int i = 0; i < before.size(); i++) {
      places.put(Key.of(before.get(i)), i);
    }
    List<Since> since = new ArrayList<>(now.steps().size());
    for (Step step : now.steps()) {
      Integer place = places.get(Key.of(step));
      since.add(place != null && isSame(before.get(place), step) ? steps.get(place) : latest);
    }
    return with(since, new NameChange(latest, ChangeText.of(old, now)));
  }

  /**
   * Returns the history after the standing tool was found to be in another state.
   *
   * @param same what it belongs to
   */
  public NameHistory found(Resolution same, ToolState state, String reason, Moment moment) {
    Since latest = moment.since(new Occasion(ToolEvent.AVAILABILITY, reason));
    Contender top = same.top().orElseThrow();
    List<Since> since = new ArrayList<>(steps);
    for (int i = 0; i < steps.size(); i++) {
      if (same.steps().get(i).contender() == top) {
        since.set(i, latest);
      }
    }
    return with(since, new NameChange(latest, ChangeText.found(top, state)));
  }

  private NameHistory with(List<Since> since, NameChange latest) {
    List<NameChange> all = new ArrayList<>(MAX_CHANGES);
    all.add(latest);
    all.addAll(changes.subList(0, Math.min(changes.size(), MAX_CHANGES - 1)));
    return new NameHistory(List.copyOf(since), List.copyOf(all));
  }

  private static boolean isSame(Step one, Step other) {
    return one.state() == other.state()
        && one.cause() == other.cause()
        && one.toolset().equals(other.toolset())
        && one.reason().equals(other.reason());
  }

  /** Who a step is about. */
  record Key(OwnerId owner, Optional<Long> candidate) {
    static Key of(Step step) {
      return new Key(step.contender().owner(), step.contender().candidate().map(Candidate::id));
    }
  }
}
