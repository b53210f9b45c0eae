package dev.talaria.registry.internal.hook;

import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hook that is to see calls and is not there, for a moment or for longer. Thread-safe; compared
 * by identity, so that a set of hooks is another one when a gap is.
 */
public final class AbsentHook {
  private static final Logger LOG = LoggerFactory.getLogger(AbsentHook.class);

  private final HookPlace place;
  private final List<NameGlob> tools;
  private final HookPlaces places;
  private final long since = System.nanoTime();
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Begins a gap.
   *
   * @param tools names of the tools whose calls it is to see
   * @param places knows why
   */
  AbsentHook(HookPlace place, List<NameGlob> tools, HookPlaces places) {
    this.place = place;
    this.tools = List.copyOf(tools);
    this.places = places;
  }

  public HookKind kind() {
    return place.kind();
  }

  public OwnerId owner() {
    return place.owner();
  }

  List<NameGlob> tools() {
    return tools;
  }

  boolean wants(String tool) {
    for (NameGlob glob : tools) {
      if (glob.matches(tool)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how long one call is kept waiting for it. */
  Duration patience() {
    return places.patience();
  }

  /** Whether it is worth while to wait for it. */
  boolean isSoonBack(long now) {
    return now - since < patience().toNanos() || places.isAwaited(place.owner());
  }

  /** Whether the hook may come only after something that this owner does now. */
  boolean mayWaitFor(OwnerId other) {
    return other.equals(place.owner()) || places.isBusy(other);
  }

  /**
   * Returns why a call does not go on, for the caller; logs the first for the operator.
   *
   * @param lost what does not happen, a clause
   */
  String refusal(String lost) {
    String message = place + " is not there, so " + lost + ": " + places.reason(place);
    if (!places.isPassing(place.owner()) && told.compareAndSet(false, true)) {
      LOG.error("Calls of {} are refused: {}", shown(), this);
    }
    return message;
  }

  private String shown() {
    return String.join(", ", tools.stream().map(NameGlob::pattern).toList());
  }

  /** Returns whose place it is and why nobody is in it. */
  @Override
  public String toString() {
    return place + " is not there: " + places.reason(place);
  }
}
